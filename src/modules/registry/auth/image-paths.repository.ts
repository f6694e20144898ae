import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { levelInGroups, levelInProject } from '../../../core/access/levels.sql.js';
import { GROUPS_ABOVE } from '../../../core/access/groups-above.columns.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, boolean, integer, nullable, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { projectPathsOf } from '../grammar/image-name.js';
import type { ImagePath } from './image-path.js';

const PROJECT = columnsOf(ProjectEntity, 'p', 'id', 'visibility', 'archived', 'containerRegistryAccessLevel');

/**
 * Columns that depend on the request come from `v`, so that this list, which each request to `/v2` needs, is built only
 * once.
 */
const COLUMNS = {
  projectId: PROJECT.id,
  projectPath: text`lower(r.path)`,
  visibility: PROJECT.visibility,
  archived: PROJECT.archived,
  registryLevel: PROJECT.containerRegistryAccessLevel,
  groupIds: GROUPS_ABOVE,
  projectLevel: nullable(integer`v.project_level`),
  groupLevel: nullable(integer`v.group_level`),
  repositoryName: text`v.repository_name`,
  repositoryId: nullable(bigint`c.id`),
  isVisible: boolean`c.first_manifest_at is not null`,
};

@Injectable()
export class ImagePathsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Of the projects that the lower-case name may belong to, the one with the longest path; null if there is none. The
   * paths come from a subquery: with a plain array, the statement would be planned again each time.
   */
  async find(name: string, userId: number): Promise<ImagePath | null> {
    const row = await this.database.lookup(
      select(
        COLUMNS,
        sql`from routes r join projects p on p.id = r.project_id join namespaces n on n.id = p.namespace_id
          cross join lateral (
            select ${levelInProject(userId)} as project_level, ${levelInGroups(userId)} as group_level,
                   substr(${name}, length(r.path) + 2) as repository_name) v
          left join container_repositories c
            on c.project_id = p.id and c.name = v.repository_name and c.status is null
          where lower(r.path) collate "C" = any(array(select unnest(${projectPathsOf(name)}::text[])))
            and not p.pending_delete
          order by length(r.path) desc limit 1`,
      ),
    );
    return row && imagePathOf(row);
  }
}

function imagePathOf({ projectLevel, groupLevel, ...image }: RowOf<typeof COLUMNS>): ImagePath {
  return { ...image, memberLevel: Math.max(projectLevel ?? 0, groupLevel ?? 0) };
}
