import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { CADENCES } from './cadence.js';
import { PackageCleanupPolicyEntity } from './package-cleanup-policy.entity.js';
import { POLICY_COLUMNS } from './package-cleanup-policy.js';
import type { PackageCleanupPolicy } from './package-cleanup-policy.js';

const PROJECT = columnsOf(PackageCleanupPolicyEntity, 'c', 'projectId');

@Injectable()
export class PackageCleanupPoliciesRepository {
  constructor(private readonly database: Database) {}

  find(projectId: number): Promise<PackageCleanupPolicy | null> {
    return this.database.row(
      select(POLICY_COLUMNS, sql`from package_cleanup_policies c where c.project_id = ${projectId}`),
    );
  }

  /** Returns the policy and locks its row until the transaction ends; creates the row if there is none. */
  async lock(projectId: number): Promise<PackageCleanupPolicy | null> {
    return this.database.row(
      returning(
        POLICY_COLUMNS,
        sql`
          insert into package_cleanup_policies as c (project_id) values (${projectId})
          on conflict (project_id) do update set updated_at = now()`,
      ),
    );
  }

  /** Schedules the next run one cadence from now if the policy was disabled or had another cadence. */
  async save(projectId: number, policy: PackageCleanupPolicy): Promise<void> {
    const { enabled, cadence, keepNVersions, olderThan, nameRegexDelete, nameRegexKeep, packageTypes } = policy;
    await this.database.run(sql`
      update package_cleanup_policies c
      set next_run_at = case
            when not ${enabled} then null
            when c.enabled and c.cadence = ${cadence} then c.next_run_at
            else ${cadenceFromNow(sql`${cadence}::text`)} end,
          enabled = ${enabled}, cadence = ${cadence}, keep_n_versions = ${keepNVersions}, older_than = ${olderThan},
          name_regex_delete = ${nameRegexDelete}, name_regex_keep = ${nameRegexKeep},
          package_types = ${[...packageTypes]}::text[], updated_at = now()
      where c.project_id = ${projectId}`);
  }

  /**
   * Returns projects whose policies are due, longest overdue first, and schedules their next runs one cadence from now.
   */
  async takeDue(limit: number): Promise<readonly number[]> {
    const taken = await this.database.rows(
      returning(
        PROJECT,
        sql`
          update package_cleanup_policies c set next_run_at = ${cadenceFromNow(sql`c.cadence`)}
          where c.project_id in (
            select due.project_id from package_cleanup_policies due join projects p on p.id = due.project_id
            where due.next_run_at <= now() and not p.pending_delete and not p.archived
            order by due.next_run_at limit ${limit} for update of due skip locked)`,
      ),
    );
    return taken.map(({ projectId }) => projectId);
  }
}

/** Seconds of each cadence as JSON, so that they are defined in a single place. */
const SECONDS = JSON.stringify(CADENCES);
const cadenceFromNow = (cadence: Sql): Sql =>
  sql`now() + (${SECONDS}::jsonb ->> ${cadence})::integer * interval '1 second'`;
