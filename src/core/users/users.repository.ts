import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import type { ListRequest } from '../../platform/database/list-query.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import { select } from '../../platform/database/typed-sql.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT } from '../access/account.columns.js';
import { GHOST_ID, USER_COLUMNS } from './user.columns.js';
import { UserEntity } from './user.entity.js';
import type { User } from './user.js';

export type UserChanges = Partial<Omit<UserEntity, 'id' | 'createdAt' | 'updatedAt'>>;

const USERS = listOf({
  type: 'User',
  columns: USER_COLUMNS,
  from: sql`users u`,
  sorts: { name: 'name', username: 'username', created_at: 'createdAt', updated_at: 'updatedAt' },
  defaultSort: { by: 'id', direction: 'desc' },
});
const ID = columnsOf(UserEntity, 'u', 'id');
const PROJECTS_LIMIT = columnsOf(UserEntity, 'u', 'projectsLimit');

@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(id: number): Promise<User | null> {
    return this.database.lookup(select(USER_COLUMNS, sql`from users u where u.id = ${id}`));
  }

  /** Returns the users with these ids, in no particular order. */
  findAll(ids: readonly number[]): Promise<User[]> {
    return this.database.rows(select(USER_COLUMNS, sql`from users u where u.id = any(${[...ids]}::bigint[])`));
  }

  /** Returns the account that is shown for deleted ones (contract: core §2). */
  findGhost(): Promise<User | null> {
    return this.database.row(select(USER_COLUMNS, sql`from users u where u.id = ${GHOST_ID}`));
  }

  findByUsername(username: string): Promise<User | null> {
    return this.database.lookup(select(USER_COLUMNS, sql`from users u where lower(u.username) = lower(${username})`));
  }

  findAccount(id: number): Promise<Account | null> {
    return this.database.lookup(select(ACCOUNT, sql`from users u where u.id = ${id} and u.kind <> 'system'`));
  }

  findAccountByUsername(username: string): Promise<Account | null> {
    return this.database.lookup(
      select(ACCOUNT, sql`from users u where lower(u.username) = lower(${username}) and u.kind <> 'system'`),
    );
  }

  /** Returns the user whose confirmed address this is. */
  findByConfirmedEmail(email: string): Promise<User | null> {
    return this.database.row(
      select(
        USER_COLUMNS,
        sql`from users u where lower(u.email) = lower(${email}) and u.confirmed_at is not null and u.kind = 'human'`,
      ),
    );
  }

  hasEmail(email: string, except = 0): Promise<boolean> {
    return this.database.exists(sql`select 1 from users where lower(email) = lower(${email}) and id <> ${except}`);
  }

  page(where: readonly ListCondition[], request: ListRequest): Promise<Page<User>> {
    return this.lists.page(USERS, where, request);
  }

  insert(user: UserChanges): Promise<number> {
    return this.database.insert(UserEntity, user);
  }

  async update(id: number, changes: UserChanges): Promise<void> {
    await this.database.repository(UserEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  /** Locks the row, so that changes of one account are serialised. */
  async lock(id: number): Promise<void> {
    await this.database.run(sql`select 1 from users where id = ${id} for no key update`);
  }

  /** Like {@link lock}; in addition nothing new can refer to the account, such as a membership in a new group. */
  async lockForDeletion(id: number): Promise<void> {
    await this.database.run(sql`select 1 from users where id = ${id} for update`);
  }

  /** Deletes a pending second factor. */
  async dropPendingSecondFactor(id: number): Promise<void> {
    await this.database.run(sql`delete from two_factor where user_id = ${id} and confirmed_at is null`);
  }

  /** Makes the ghost account the author of what the account created elsewhere (contract: core §3). */
  async giveToGhost(id: number): Promise<void> {
    await this.database.run(sql`update projects set creator_id = ${GHOST_ID} where creator_id = ${id}`);
    await this.database.run(
      sql`update snippets set author_id = ${GHOST_ID} where author_id = ${id} and project_id is not null`,
    );
    await this.database.run(sql`update members set created_by = ${GHOST_ID} where created_by = ${id}`);
    await this.database.run(sql`update users set created_by = ${GHOST_ID} where created_by = ${id}`);
  }

  /** Returns the user's limit of own projects and locks it, so that concurrent creations are counted in sequence. */
  async lockProjectsLimit(id: number): Promise<number> {
    const row = await this.database.row(select(PROJECTS_LIMIT, sql`from users u where u.id = ${id} for no key update`));
    return row?.projectsLimit ?? 0;
  }

  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(UserEntity).delete(id);
    return affected === 1;
  }

  /** Locks the active administrators, so that two concurrent changes cannot remove the last one. */
  async lockActiveAdmins(): Promise<number[]> {
    const rows = await this.database.rows(
      select(
        ID,
        sql`from users u where u.is_admin and u.state = 'active' and u.kind = 'human' order by u.id for no key update`,
      ),
    );
    return rows.map(({ id }) => id);
  }
}
