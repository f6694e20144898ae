import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock.js';
import { Database } from '../../platform/database/database.js';
import type { OauthTokenHolder } from './oauth-access-token.js';
import { OauthAccessTokensRepository } from './oauth-access-tokens.repository.js';
import { isUseNoteDue } from '../access/use-notes.sql.js';

/** 64 hex characters; anything else is another kind of token (contract: conventions §19). */
const FORM = /^[0-9a-f]{64}$/;

/**
 * OAuth access tokens, for every protocol that accepts them: the API, the registry, git, packages, the OAuth endpoints.
 */
@Injectable()
export class OauthAccessTokensService {
  constructor(
    private readonly tokens: OauthAccessTokensRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the token with its account, whether live or not; null when it is unknown. The caller checks state and
   * scopes.
   */
  async find(value: string): Promise<OauthTokenHolder | null> {
    return FORM.test(value) ? this.tokens.findHolder(value) : null;
  }

  /** Records a use at most once in ten minutes, outside the request's transaction (contract: conventions §6.2). */
  noteUse(holder: OauthTokenHolder, address: string): void {
    if (!isUseNoteDue(holder.token.lastUsedAt, this.clock.millis())) {
      return;
    }
    const note = this.database.detached(() => this.tokens.noteUse(holder, address));
    note.catch(() => undefined); // a failed update must not fail the request
  }
}
