import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { refuseBot } from '../../../core/access/token-giving.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { randomToken } from '../../../platform/crypto/random.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { ChatAccountsRepository } from './chat-accounts.repository.js';
import { ChatLinkTokensRepository } from './chat-link-tokens.repository.js';
import type { ChatAccount, ChatIdentity } from './chat-account.js';
import { LINK_PATH } from './chat-link-path.js';

/** Contract: integrations §9. */
const LIVES_SECONDS = 600;

/**
 * Maps chat users to accounts. A chat user has no account until they confirm the link while signed in (contract:
 * integrations §9).
 */
@Injectable()
export class ChatAccountsService {
  constructor(
    private readonly accounts: ChatAccountsRepository,
    private readonly links: ChatLinkTokensRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  list({ userId }: Caller, page: PageRequest): Promise<Page<ChatAccount>> {
    return this.accounts.page(userId, page);
  }

  /** Returns the id of the account linked to the chat user; null for an unknown user. */
  async userOf(identity: ChatIdentity): Promise<number | null> {
    const account = await this.accounts.use(identity);
    return account?.userId ?? null;
  }

  /** Returns a URL where the chat user links their account, valid once and for ten minutes. */
  async linkFor(identity: ChatIdentity): Promise<string> {
    const token = randomToken('');
    await this.links.insert(token, identity, LIVES_SECONDS);
    return `${this.env.baseUrl}${LINK_PATH}?token=${token}`;
  }

  /** Returns the chat user who asked to be linked. Throws 404 for a token that was used or has expired. */
  async requested(token: string): Promise<ChatIdentity> {
    return requireFound(await this.links.find(token));
  }

  /** Links the chat user to the caller. Throws 404 like {@link requested}, 403 for bots. */
  link(token: string, caller: Caller): Promise<ChatAccount> {
    refuseBot(caller);
    return this.database.transaction(async (tx) => {
      const identity = requireFound(await this.links.take(token));
      const account = requireFound(await this.accounts.link(identity, caller.userId));
      await this.record(tx, account, 'linked', caller);
      return account;
    });
  }

  /** Throws 404, also for another user's chat account. */
  unlink(id: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.find(caller.userId, id);
      if (!account) {
        throw notFound('Chat Account');
      }
      await this.accounts.delete(id);
      await this.record(tx, account, 'unlinked', caller);
    });
  }

  private async record(tx: Tx, { id, kind, chatName }: ChatAccount, act: 'linked' | 'unlinked', caller: Caller) {
    const user = { type: 'User', id: caller.userId, path: caller.account?.username ?? '', groupIds: [] } as const;
    const target = { id, type: 'ChatAccount', details: `${kind}: ${chatName}` };
    await this.audit.record(tx, caller, user, target, { custom_message: `Chat account ${act}` });
  }
}

function requireFound<T>(found: T | null): T {
  if (found === null) {
    throw notFound('Token');
  }
  return found;
}
