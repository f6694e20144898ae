import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { DuplicateRule, DuplicateType } from './duplicate-types.js';
import { PackageSettingsEntity } from './package-settings.entity.js';

const RULE = columnsOf(PackageSettingsEntity, 's', 'packageType', 'duplicatesAllowed', 'duplicateException');
type SetRule = RowOf<typeof RULE>;

/** A project, or a group. */
export type SettingsOwner = { readonly projectId: number } | { readonly groupId: number };

const GROUPS_OF_PROJECT = (projectId: number): Sql =>
  sql`select unnest(n.traversal_ids) from projects p join namespaces n on n.id = p.namespace_id where p.id = ${projectId}`;

@Injectable()
export class PackageSettingsRepository {
  constructor(private readonly database: Database) {}

  /** Settings of the owner itself. */
  own(owner: SettingsOwner): Promise<SetRule[]> {
    return this.database.rows(select(RULE, sql`from package_settings s where ${isOf(owner)}`));
  }

  /** Settings of a project and of the groups above it, nearest first. */
  aroundProject(projectId: number, type: DuplicateType): Promise<SetRule[]> {
    const isAround = sql`s.project_id = ${projectId} or s.group_id in (${GROUPS_OF_PROJECT(projectId)})`;
    return this.nearestFirst(sql`s.package_type = ${type} and (${isAround})`);
  }

  /** Settings of a group and of the groups above it, nearest first. */
  aroundGroup(groupId: number): Promise<SetRule[]> {
    return this.nearestFirst(
      sql`s.group_id in (select unnest(n.traversal_ids) from namespaces n where n.id = ${groupId})`,
    );
  }

  /** Absent parts stay unchanged. */
  async set(owner: SettingsOwner, type: DuplicateType, rule: Partial<DuplicateRule>): Promise<void> {
    const { projectId, groupId } = { projectId: null, groupId: null, ...owner };
    const { duplicatesAllowed = null, duplicateException = null } = rule;
    await this.database.run(sql`
      insert into package_settings as s (project_id, group_id, package_type, duplicates_allowed, duplicate_exception)
      values (${projectId}, ${groupId}, ${type}, ${duplicatesAllowed}, ${duplicateException})
      on conflict (${sql([projectId === null ? 'group_id' : 'project_id'])}, package_type) do update set
        duplicates_allowed = case when ${'duplicatesAllowed' in rule} then excluded.duplicates_allowed else s.duplicates_allowed end,
        duplicate_exception = case when ${'duplicateException' in rule} then excluded.duplicate_exception else s.duplicate_exception end,
        updated_at = now()`);
  }

  private nearestFirst(condition: Sql): Promise<SetRule[]> {
    return this.database.rows(
      select(
        RULE,
        sql`from package_settings s left join namespaces n on n.id = s.group_id where ${condition}
          order by s.project_id is null, cardinality(n.traversal_ids) desc`,
      ),
    );
  }
}

const isOf = (owner: SettingsOwner): Sql =>
  'projectId' in owner ? sql`s.project_id = ${owner.projectId}` : sql`s.group_id = ${owner.groupId}`;
