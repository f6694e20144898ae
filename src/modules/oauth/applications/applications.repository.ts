import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { UserEntity } from '../../../core/users/user.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { byteas, jsonObject, lookup, select } from '../../../platform/database/typed-sql.js';
import { ApplicationEntity } from './application.entity.js';
import type { Application, ClientApplication } from './application.js';

type ApplicationColumns = Partial<Omit<ApplicationEntity, 'id' | 'createdAt' | 'updatedAt'>>;

/** An application with the digests of its secrets. */
export interface ProvableApplication {
  readonly application: ClientApplication;
  readonly secrets: readonly Buffer[];
}

const COLUMNS = {
  ...columnsOf(
    ApplicationEntity,
    'a',
    'id',
    'uid',
    'name',
    'confidential',
    'trusted',
    'redirectUris',
    'scopes',
    'createdAt',
    'updatedAt',
  ),
  owner: lookup(
    jsonObject(columnsOf(UserEntity, 'u', 'id', 'username', 'name', 'isAdmin')),
    sql`from users u where u.id = a.owner_id`,
  ),
};

const PROVABLE_COLUMNS = {
  ...columnsOf(ApplicationEntity, 'a', 'id', 'uid', 'confidential', 'scopes'),
  secrets: byteas`array(select s.digest from oauth_application_secrets s
    where s.application_id = a.id and (s.expires_at is null or s.expires_at > now()))`,
};

const APPLICATIONS = listOf({
  type: 'Application',
  columns: COLUMNS,
  from: sql`oauth_applications a`,
  defaultSort: { by: 'id', direction: 'asc' },
});

@Injectable()
export class ApplicationsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(id: number): Promise<Application | null> {
    return this.one(sql`a.id = ${id}`);
  }

  findByUid(uid: string): Promise<Application | null> {
    return this.one(sql`a.uid = ${uid}`);
  }

  /** Includes the digests of the secrets that are valid now. */
  async findProvable(uid: string): Promise<ProvableApplication | null> {
    const row = await this.database.row(select(PROVABLE_COLUMNS, sql`from oauth_applications a where a.uid = ${uid}`));
    if (!row) {
      return null;
    }
    const { id, confidential, scopes, secrets } = row;
    return { application: { id, uid: row.uid, confidential, scopes }, secrets };
  }

  page(page: PageRequest): Promise<Page<Application>> {
    return this.lists.page(APPLICATIONS, [], { page });
  }

  /**
   * Returns the applications of a user, or all if `ownerId` is null; newest first, so that a new one is on the first
   * page.
   */
  newestFirst(ownerId: number | null, page: PageRequest): Promise<Page<Application>> {
    const conditions = ownerId === null ? [] : [sql`a.owner_id = ${ownerId}`];
    return this.lists.page(APPLICATIONS, conditions, { page, sort: 'desc' });
  }

  insert(columns: ApplicationColumns): Promise<number> {
    return this.database.insert(ApplicationEntity, columns);
  }

  async update(id: number, columns: ApplicationColumns): Promise<void> {
    await this.database.repository(ApplicationEntity).update(id, { ...columns, updatedAt: () => 'now()' });
  }

  async touch(id: number): Promise<void> {
    await this.database.repository(ApplicationEntity).update(id, { updatedAt: () => 'now()' });
  }

  /** Also deletes its secrets, codes, families and tokens. */
  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(ApplicationEntity).delete(id);
    return affected === 1;
  }

  private one(where: Sql): Promise<Application | null> {
    return this.database.row(select(COLUMNS, sql`from oauth_applications a where ${where}`));
  }
}
