import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../platform/database/list-query.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT_COLUMNS } from '../access/account.columns.js';
import { USER_COLUMNS } from './user.columns.js';
import { UserEntity } from './user.entity.js';
import { GHOST_USERNAME } from './user.js';
import type { User } from './user.js';

export type UserChanges = Partial<Omit<UserEntity, 'id' | 'createdAt' | 'updatedAt'>>;

const USERS: ListDefinition<User> = {
  type: 'User',
  select: USER_COLUMNS,
  from: sql`users u`,
  id: { sql: sql`u.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {
    name: { sql: sql`u.name`, of: (row) => row.name, type: 'text' },
    username: { sql: sql`u.username`, of: (row) => row.username, type: 'text' },
    created_at: { sql: sql`u.created_at`, of: (row) => row.createdAt, type: 'timestamptz' },
    updated_at: { sql: sql`u.updated_at`, of: (row) => row.updatedAt, type: 'timestamptz' },
  },
  defaultSort: { by: 'id', direction: 'desc' },
};

@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(id: number): Promise<User | null> {
    return this.database.row<User>(sql`select ${USER_COLUMNS} from users u where u.id = ${id}`);
  }

  /** Those of these ids that there are, in no order. */
  findAll(ids: readonly number[]): Promise<User[]> {
    return this.database.rows<User>(sql`select ${USER_COLUMNS} from users u where u.id = any(${[...ids]}::bigint[])`);
  }

  findByUsername(username: string): Promise<User | null> {
    return this.database.row<User>(
      sql`select ${USER_COLUMNS} from users u where lower(u.username) = lower(${username})`,
    );
  }

  findAccount(id: number): Promise<Account | null> {
    return this.database.row<Account>(
      sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id} and u.kind <> 'system'`,
    );
  }

  findAccountByUsername(username: string): Promise<Account | null> {
    return this.database.row<Account>(
      sql`select ${ACCOUNT_COLUMNS} from users u where lower(u.username) = lower(${username}) and u.kind <> 'system'`,
    );
  }

  async hasEmail(email: string, except = 0): Promise<boolean> {
    return (
      (await this.database.row(sql`select 1 from users where lower(email) = lower(${email}) and id <> ${except}`)) !==
      null
    );
  }

  page(where: readonly Sql[], request: ListRequest): Promise<Page<User>> {
    return this.lists.page(USERS, where, request);
  }

  async insert(user: UserChanges): Promise<number> {
    const { identifiers } = await this.database.repository(UserEntity).insert(user);
    return Number(identifiers[0]?.id);
  }

  async update(id: number, changes: UserChanges): Promise<void> {
    await this.database.repository(UserEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  /** Locks the row, so that two changes of one account follow each other. */
  async lock(id: number): Promise<void> {
    await this.database.run(sql`select 1 from users where id = ${id} for no key update`);
  }

  /** Hands what the account made elsewhere to the ghost (contract: core §3). */
  async giveToGhost(id: number): Promise<void> {
    const ghost = sql`(select g.id from users g where g.kind = 'system' and g.username = ${GHOST_USERNAME})`;
    await this.database.run(sql`update projects set creator_id = ${ghost} where creator_id = ${id}`);
    await this.database.run(
      sql`update snippets set author_id = ${ghost} where author_id = ${id} and project_id is not null`,
    );
    await this.database.run(sql`update members set created_by = ${ghost} where created_by = ${id}`);
    await this.database.run(sql`update users set created_by = ${ghost} where created_by = ${id}`);
  }

  /** The user's limit of own projects, locked so that two creations count one after the other. */
  async lockProjectsLimit(id: number): Promise<number> {
    const row = await this.database.row<{ limit: number }>(
      sql`select projects_limit as limit from users where id = ${id} for no key update`,
    );
    return row?.limit ?? 0;
  }

  async delete(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from users where id = ${id}`)) > 0;
  }

  /** Locks the active administrators, so that the last one cannot be lost by two changes at once. */
  async lockActiveAdmins(): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      sql`select id from users where is_admin and state = 'active' and kind = 'human' order by id for no key update`,
    );
    return rows.map(({ id }) => id);
  }
}
