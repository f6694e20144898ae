import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import { ApplicationEntity } from './application.entity.js';
import type { Application, ClientApplication } from './application.js';

export type ApplicationColumns = Partial<Omit<ApplicationEntity, 'id' | 'createdAt' | 'updatedAt'>>;

/** An application with what it proves itself by. */
export interface ProvableApplication {
  readonly application: ClientApplication;
  readonly secrets: readonly Buffer[];
}

const COLUMNS = sql`
  a.id, a.uid, a.name, a.confidential, a.trusted, a.redirect_uris as "redirectUris", a.scopes,
  a.created_at as "createdAt", a.updated_at as "updatedAt",
  (select json_build_object('id', u.id, 'username', u.username, 'name', u.name)
     from users u where u.id = a.owner_id) as owner`;

const APPLICATIONS: ListDefinition<Application> = {
  type: 'Application',
  select: COLUMNS,
  from: sql`oauth_applications a`,
  id: { sql: sql`a.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

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

  /** With the digests of the secrets that work now. */
  async findProvable(uid: string): Promise<ProvableApplication | null> {
    const row = await this.database.row<ClientApplication & { readonly secrets: readonly Buffer[] }>(sql`
      select a.id, a.uid, a.confidential, a.scopes, array(select s.digest from oauth_application_secrets s
        where s.application_id = a.id and (s.expires_at is null or s.expires_at > now())) as secrets
      from oauth_applications a where a.uid = ${uid}`);
    if (!row) {
      return null;
    }
    const { id, confidential, scopes, secrets } = row;
    return { application: { id, uid: row.uid, confidential, scopes }, secrets };
  }

  page(page: PageRequest): Promise<Page<Application>> {
    return this.lists.page(APPLICATIONS, [], { page });
  }

  /** The newest thousand, in the order in which they were made: more are for the API, which has pages. */
  all(): Promise<Application[]> {
    return this.database.rows<Application>(sql`
      select * from (select ${COLUMNS} from oauth_applications a order by a.id desc limit 1000) newest order by id`);
  }

  /** Those of a user, oldest first. */
  listOf(ownerId: number): Promise<Application[]> {
    return this.database.rows<Application>(
      sql`select ${COLUMNS} from oauth_applications a where a.owner_id = ${ownerId} order by a.id`,
    );
  }

  async insert(columns: ApplicationColumns): Promise<number> {
    const { identifiers } = await this.database.repository(ApplicationEntity).insert(columns);
    return Number(identifiers[0]?.id);
  }

  async update(id: number, columns: ApplicationColumns): Promise<void> {
    await this.database.repository(ApplicationEntity).update(id, { ...columns, updatedAt: () => 'now()' });
  }

  async touch(id: number): Promise<void> {
    await this.database.run(sql`update oauth_applications set updated_at = now() where id = ${id}`);
  }

  /** With its secrets, codes, families and tokens. */
  async delete(id: number): Promise<void> {
    await this.database.run(sql`delete from oauth_applications where id = ${id}`);
  }

  private one(where: Sql): Promise<Application | null> {
    return this.database.row<Application>(sql`select ${COLUMNS} from oauth_applications a where ${where}`);
  }
}
