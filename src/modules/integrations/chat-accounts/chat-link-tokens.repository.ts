import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../../platform/crypto/random.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { ChatIdentity } from './chat-account.js';
import { ChatLinkTokenEntity } from './chat-link-token.entity.js';

const IDENTITY = columnsOf(ChatLinkTokenEntity, 't', 'kind', 'teamId', 'teamName', 'chatId', 'chatName');
const OPEN = sql`t.used_at is null and t.expires_at > now()`;

/** Links by which chat users link their accounts; only digests are stored (contract: integrations §9). */
@Injectable()
export class ChatLinkTokensRepository {
  constructor(private readonly database: Database) {}

  async insert(token: string, identity: ChatIdentity, livesSeconds: number): Promise<void> {
    const { kind, teamId, teamName, chatId, chatName } = identity;
    await this.database.run(sql`
      insert into chat_link_tokens (digest, kind, team_id, team_name, chat_id, chat_name, expires_at)
      values (${digestOf(token)}, ${kind}, ${teamId}, ${teamName}, ${chatId}, ${chatName},
        now() + ${livesSeconds} * interval '1 second')`);
  }

  /** Returns the chat user who asked to be linked; null for a link that is unknown, used or expired. */
  find(token: string): Promise<ChatIdentity | null> {
    return this.database.row(
      select(IDENTITY, sql`from chat_link_tokens t where t.digest = ${digestOf(token)} and ${OPEN}`),
    );
  }

  /** Like {@link find}, but uses up the link. */
  take(token: string): Promise<ChatIdentity | null> {
    return this.database.row(
      returning(
        IDENTITY,
        sql`update chat_link_tokens t set used_at = now() where t.digest = ${digestOf(token)} and ${OPEN}`,
      ),
    );
  }

  async sweep(): Promise<void> {
    await this.database.run(sql`delete from chat_link_tokens where expires_at < now()`);
  }
}
