import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import { filterSql } from '../filters/filter.sql.js';
import type { ScimFilter } from '../filters/scim-filter.js';
import { uniqueness } from '../protocol/scim-errors.js';
import { ScimIdentityEntity } from './scim-identity.entity.js';
import type { ScimIdentity } from './scim-identity.js';
import type { ScimListRequest } from './scim-list-request.js';

const COLUMNS = columnsOf(ScimIdentityEntity, 'i');
const OWNERSHIP = columnsOf(ScimIdentityEntity, 'i', 'userId', 'managed', 'groupId');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const TAKEN: Readonly<Record<string, string>> = {
  uq_scim_identities_user_name: 'userName is taken in this group.',
  uq_scim_identities_external_id: 'externalId is taken in this group.',
  uq_scim_identities_user: 'The account of this address has another user in this group.',
  uq_users_username: 'Another account took the username meanwhile.',
  uq_users_email: 'Another account holds this address.',
};

/** Sort orders of lists, ignoring the case of names; ties are sorted by creation. */
const SORTS: Readonly<Record<string, Sql>> = {
  username: sql`lower(i.user_name) collate "C"`,
  externalid: sql`i.external_id collate "C"`,
  'meta.created': sql`i.created_at`,
  'meta.lastmodified': sql`i.updated_at`,
  'emails.value': sql`lower(jsonb_path_query_first(i.emails, '$[*] ? (@.primary == true)') ->> 'value') collate "C"`,
};

/** A group whose users are listed, and the prefix of their URLs. */
export interface ListedGroup {
  readonly id: number;
  readonly url: string;
}

@Injectable()
export class ScimIdentitiesRepository {
  constructor(private readonly database: Database) {}

  async total(group: ListedGroup, { filter }: ScimListRequest): Promise<number> {
    const row = await this.database.row(
      select({ total: bigint`count(*)` }, sql`from scim_identities i where ${within(group, filter)}`),
    );
    return row?.total ?? 0;
  }

  page(
    group: ListedGroup,
    { filter, startIndex, count, sortBy, isDescending }: ScimListRequest,
  ): Promise<ScimIdentity[]> {
    const sort = sortBy === null || !Object.hasOwn(SORTS, sortBy) ? sql`i.id` : (SORTS[sortBy] ?? sql`i.id`);
    const direction = isDescending ? sql`desc` : sql`asc`;
    return this.database.rows(
      select(
        COLUMNS,
        sql`from scim_identities i where ${within(group, filter)}
            order by ${sort} ${direction} nulls last, i.id ${direction} limit ${count} offset ${startIndex - 1}`,
      ),
    );
  }

  find(groupId: number, uuid: string): Promise<ScimIdentity | null> {
    return this.read(groupId, uuid, sql``);
  }

  /** Locks the row, so that changes of one user are serialised. */
  lock(groupId: number, uuid: string): Promise<ScimIdentity | null> {
    return this.read(groupId, uuid, sql`for no key update`);
  }

  /** Counts active users of this name in all groups. */
  ofExternalId(externalId: string): Promise<Pick<ScimIdentity, 'userId' | 'managed' | 'groupId'>[]> {
    return this.database.rows(
      select(
        OWNERSHIP,
        sql`from scim_identities i where i.external_id = ${externalId} and i.active order by i.managed desc, i.id limit 100`,
      ),
    );
  }

  insert(identity: Partial<ScimIdentityEntity>): Promise<number> {
    return this.database.insert(ScimIdentityEntity, { ...identity });
  }

  findById(id: number): Promise<ScimIdentity | null> {
    return this.database.row(select(COLUMNS, sql`from scim_identities i where i.id = ${id}`));
  }

  async update(id: number, changes: Partial<ScimIdentityEntity>): Promise<void> {
    const noted = { updatedAt: () => 'now()', version: () => 'version + 1' };
    await this.database.repository(ScimIdentityEntity).update(id, { ...changes, ...noted });
  }

  async delete(id: number): Promise<void> {
    await this.database.repository(ScimIdentityEntity).delete(id);
  }

  private read(groupId: number, uuid: string, lock: Sql): Promise<ScimIdentity | null> {
    return UUID.test(uuid)
      ? this.database.row(
          select(COLUMNS, sql`from scim_identities i where i.group_id = ${groupId} and i.uuid = ${uuid} ${lock}`),
        )
      : Promise.resolve(null);
  }
}

const within = ({ id, url }: ListedGroup, filter: ScimFilter | null): Sql =>
  filter ? sql`i.group_id = ${id} and (${filterSql(filter, url)})` : sql`i.group_id = ${id}`;

/**
 * Runs a write of users and turns conflicts of unique indexes into 409 uniqueness (contract: scim-graphql §A4 Races).
 */
export async function scimConflictsExplained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = TAKEN[brokenConstraint(error) ?? ''];
    throw detail === undefined ? error : uniqueness(detail);
  }
}
