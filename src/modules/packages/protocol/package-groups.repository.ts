import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { GROUPS_ABOVE } from '../../../core/access/groups-above.columns.js';
import { levelInGroups, LIVE_GROUP } from '../../../core/access/levels.sql.js';
import { viewerOf } from '../../../core/access/sees.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { GroupEntity } from '../../../core/groups/group.entity.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, extended, integer, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { projectsWithPackages, readablePackagesBelow } from '../access/readable-projects.sql.js';
import { hasPath, readReference } from './reference.sql.js';
import type { PackageSubject } from './package-subject.js';

const COLUMNS = { ...columnsOf(GroupEntity, 'g', 'visibility'), groupId: bigint`g.id`, groupIds: GROUPS_ABOVE };

const groupColumns = (userId: number) => extended(COLUMNS, { level: integer`coalesce(${levelInGroups(userId)}, 0)` });

/** A group, with the level of the subject's account in it; 0 without an account. */
export type PackageGroup = RowOf<ReturnType<typeof groupColumns>>;

@Injectable()
export class PackageGroupsRepository {
  constructor(private readonly database: Database) {}

  /** Finds a group by id or full path, even if the account may not see it. */
  async find(reference: string, userId: number): Promise<PackageGroup | null> {
    const isMeant = readReference(reference, { id: sql`g.id`, path: sql`r.path` });
    return isMeant && this.findWhere(isMeant, userId);
  }

  /** Finds a group by full path, even if the account may not see it. */
  findByPath(path: string, userId: number): Promise<PackageGroup | null> {
    return this.findWhere(hasPath(sql`r.path`, path), userId);
  }

  /** Ids of the projects in and below the group that have packages and whose packages the subject may read. */
  async readableProjects({ groupId, level }: PackageGroup, subject: PackageSubject): Promise<readonly number[]> {
    const rows = await this.database.rows(
      select(columnsOf(ProjectEntity, 'p', 'id'), projectsWithPackages(groupId, true, readableBy(subject, level))),
    );
    return rows.map(({ id }) => id);
  }

  private findWhere(isMeant: Sql, userId: number): Promise<PackageGroup | null> {
    return this.database.lookup(
      select(
        groupColumns(userId),
        sql`from groups g join namespaces n on n.id = g.id join routes r on r.namespace_id = g.id
          where ${isMeant} and ${LIVE_GROUP}`,
      ),
    );
  }
}

/**
 * Condition for `projects p` below a group in which the subject's account has this level: the subject may read their
 * packages.
 */
export function readableBy(subject: PackageSubject, level: number | null = null): Sql {
  if (subject.kind === 'deploy_token') {
    return sql`p.packages_enabled and (p.visibility = 'public' or p.id = ${subject.projectId}
      or ${subject.groupId} = any(select unnest(n.traversal_ids) from namespaces n where n.id = p.namespace_id))`;
  }
  const account = accountOf(subject);
  return readablePackagesBelow(level, {
    ...viewerOf(account),
    isAnonymous: account === null,
    userId: account?.id ?? 0,
  });
}
