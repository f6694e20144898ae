import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT_COLUMNS, USER_COLUMNS } from './user.columns.js';
import { UserEntity } from './user.entity.js';
import type { User } from './user.js';

export type UserChanges = Partial<Omit<UserEntity, 'id' | 'createdAt'>>;

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  find(id: number): Promise<User | null> {
    return this.database.row<User>(sql`select ${USER_COLUMNS} from users u where u.id = ${id}`);
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

  async insert(user: UserChanges): Promise<number> {
    const { identifiers } = await this.database.repository(UserEntity).insert(user);
    return Number(identifiers[0]?.id);
  }

  async update(id: number, changes: UserChanges): Promise<void> {
    await this.database.repository(UserEntity).update(id, { ...changes, updatedAt: new Date() });
  }

  /** Locks the active administrators, so that the last one cannot be lost by two changes at once. */
  async lockActiveAdmins(): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      sql`select id from users where is_admin and state = 'active' and kind = 'human' order by id for update`,
    );
    return rows.map(({ id }) => id);
  }
}
