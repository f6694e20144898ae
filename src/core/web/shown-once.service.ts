import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { WebContext } from './web-context.js';

/**
 * Secrets that a page shows only once: the form that creates one redirects, so that a reload creates no second one, and
 * the next page at that path shows it. Until then it is stored in the session, encrypted.
 */
@Injectable()
export class ShownOnceService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly box: SecretBox,
    private readonly database: Database,
  ) {}

  /** Stores the secret that `create` returns, in one transaction with its creation. */
  async keep(web: WebContext, path: string, create: () => Promise<string>): Promise<void> {
    await this.database.transaction(async () => {
      const secret = await create();
      await this.sessions.keepShownOnce(web.session?.id ?? 0, path, this.box.seal(secret));
    });
  }

  /** Returns the secret stored for this path, only once. */
  async take(web: WebContext, path: string): Promise<string | undefined> {
    const sealed = await this.sessions.takeShownOnce(web.session?.id ?? 0, path);
    return sealed ? this.box.open(sealed) : undefined;
  }
}
