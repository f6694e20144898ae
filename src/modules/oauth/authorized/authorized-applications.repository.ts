import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { PLANNED_ANEW } from '../../../platform/database/planned-anew.js';
import { select } from '../../../platform/database/typed-sql.js';
import { AUTHORIZED_APPLICATION_COLUMNS } from './authorized-application.columns.js';
import type { AuthorizedApplication } from './authorized-application.columns.js';

/** Whether a family in `oauth_families f` still gives access. Evaluated per family, because most queries stop early. */
const OPENS = sql`f.revoked_at is null and coalesce(
  (select true from oauth_refresh_tokens r
   where r.family_id = f.id and r.consumed_at is null and r.revoked_at is null limit 1),
  (select true from oauth_access_tokens t
   where t.family_id = f.id and t.revoked_at is null and t.expires_at > now() limit 1),
  (select true from oauth_codes c where c.family_id = f.id and c.used_at is null and c.expires_at > now() limit 1),
  false)`;

/**
 * The distinct applications with access to the user's account, read in the order of their ids and only as far as a page
 * needs.
 */
const applicationsOf = (userId: number): Sql => sql`
  (select distinct f.application_id as id from oauth_families f
   where f.user_id = ${userId} and f.application_id is not null and ${OPENS}) asked${PLANNED_ANEW}`;

/** The user's grants to each application of {@link applicationsOf}. */
const grantsOf = (userId: number): Sql => sql`
  cross join lateral (
    select a.id, a.uid, a.name, min(f.created_at) as created_at,
           max((select max(t.last_used_at) from oauth_access_tokens t where t.family_id = f.id)) as last_used_at,
           array(select s from unnest(a.scopes) s where s = any(string_to_array(string_agg(array_to_string(f.scopes, ' '), ' '), ' ')))
             as scopes
    from oauth_families f join oauth_applications a on a.id = f.application_id
    where f.user_id = ${userId} and f.application_id = asked.id and ${OPENS} group by a.id) g`;

const listFor = (userId: number) =>
  listOf({
    type: 'AuthorizedApplication',
    columns: AUTHORIZED_APPLICATION_COLUMNS,
    from: applicationsOf(userId),
    joins: { to: 'asked', sql: grantsOf(userId) },
    id: { sql: sql`asked.id`, of: ({ id }) => id, type: 'bigint' },
    defaultSort: { by: 'id', direction: 'asc' },
  });

@Injectable()
export class AuthorizedApplicationsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Returns the thousand newest applications, by name. The paginated API provides the others. */
  newest(userId: number): Promise<AuthorizedApplication[]> {
    const newest = sql`(select asked.id from ${applicationsOf(userId)} order by asked.id desc limit 1000) asked`;
    return this.database.rows(
      select(AUTHORIZED_APPLICATION_COLUMNS, sql`from ${newest} ${grantsOf(userId)} order by lower(g.name), g.id`),
    );
  }

  page(userId: number, page: PageRequest): Promise<Page<AuthorizedApplication>> {
    return this.lists.page(listFor(userId), [], { page });
  }

  /**
   * Revokes every family of that user and application, and approved device requests that have not been exchanged;
   * returns false if there was neither (contract: oauth §3). Device requests come first: if one is being exchanged, its
   * family exists afterwards.
   */
  async revoke(userId: number, applicationId: number): Promise<boolean> {
    const denied = await this.database.run(sql`
      update oauth_device_requests set state = 'denied'
      where user_id = ${userId} and application_id = ${applicationId} and state = 'approved'`);
    const revoked = await this.database.run(sql`
      update oauth_families set revoked_at = now(), revoked_reason = 'revoked by user'
      where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null`);
    return denied + revoked > 0;
  }
}
