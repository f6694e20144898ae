import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { CHAT_ACCOUNT_COLUMNS } from './chat-account.js';
import type { ChatAccount, ChatIdentity } from './chat-account.js';

const CHAT_ACCOUNTS = listOf({
  type: 'ChatAccount',
  columns: CHAT_ACCOUNT_COLUMNS,
  from: sql`chat_accounts c`,
  defaultSort: { by: 'id', direction: 'asc' },
});

@Injectable()
export class ChatAccountsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(userId: number, page: PageRequest): Promise<Page<ChatAccount>> {
    return this.lists.page(CHAT_ACCOUNTS, [sql`c.user_id = ${userId}`], { page });
  }

  /** Returns the account linked to the chat user and records that it was used now. */
  use({ kind, teamId, chatId }: ChatIdentity): Promise<ChatAccount | null> {
    return this.database.row(
      returning(
        CHAT_ACCOUNT_COLUMNS,
        sql`
          update chat_accounts c set last_used_at = now()
          where c.kind = ${kind} and c.team_id = ${teamId} and c.chat_id = ${chatId}`,
      ),
    );
  }

  /** Links the chat user to the account; a link to another account is replaced. */
  link({ kind, teamId, chatId, chatName }: ChatIdentity, userId: number): Promise<ChatAccount | null> {
    return this.database.row(
      returning(
        CHAT_ACCOUNT_COLUMNS,
        sql`
          insert into chat_accounts as c (kind, team_id, chat_id, chat_name, user_id)
          values (${kind}, ${teamId}, ${chatId}, ${chatName}, ${userId})
          on conflict (kind, team_id, chat_id) do update
          set user_id = excluded.user_id, chat_name = excluded.chat_name`,
      ),
    );
  }

  find(userId: number, id: number): Promise<ChatAccount | null> {
    return this.database.row(
      select(CHAT_ACCOUNT_COLUMNS, sql`from chat_accounts c where c.id = ${id} and c.user_id = ${userId} for update`),
    );
  }

  async delete(id: number): Promise<void> {
    await this.database.run(sql`delete from chat_accounts where id = ${id}`);
  }
}
