import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { GROUPS_ABOVE } from '../../../core/access/groups-above.columns.js';
import { levelInGroups, levelInProject, LIVE_PROJECT } from '../../../core/access/levels.sql.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, extended, integer, select, text } from '../../../platform/database/typed-sql.js';
import type { PackageProject } from './package-project.js';
import { readReference } from './reference.sql.js';

const COLUMNS = {
  ...columnsOf(ProjectEntity, 'p', 'visibility', 'archived', 'packagesEnabled'),
  projectId: bigint`p.id`,
  fullPath: text`r.path`,
  groupIds: GROUPS_ABOVE,
};

/** For `projects p` with its namespace `n` and its route `r`. */
export const packageProjectColumns = (userId: number) =>
  extended(COLUMNS, {
    level: integer`greatest(coalesce(${levelInProject(userId)}, 0), coalesce(${levelInGroups(userId)}, 0))`,
  });

@Injectable()
export class PackageProjectsRepository {
  constructor(private readonly database: Database) {}

  /** By id or full path, whether or not the account may see it. */
  async find(reference: string, userId: number): Promise<PackageProject | null> {
    const isMeant = readReference(reference, { id: sql`p.id`, path: sql`r.path` });
    return (
      isMeant &&
      this.database.lookup(
        select(
          packageProjectColumns(userId),
          sql`from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
            where ${isMeant} and ${LIVE_PROJECT}`,
        ),
      )
    );
  }
}
