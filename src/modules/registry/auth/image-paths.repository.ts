import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { levelInGroups, levelInProject } from '../../../core/access/levels.sql.js';
import { Database } from '../../../platform/database/database.js';
import { projectPathsOf } from '../grammar/image-name.js';
import type { ImagePath } from './image-path.js';

type ImagePathRow = Omit<ImagePath, 'memberLevel'> & {
  readonly projectLevel: number | null;
  readonly groupLevel: number | null;
};

@Injectable()
export class ImagePathsRepository {
  constructor(private readonly database: Database) {}

  /** Of the projects that the lower-case name may lie in, the one with the longest path; null when there is none. */
  async find(name: string, userId: number): Promise<ImagePath | null> {
    const row = await this.database.row<ImagePathRow>(sql`
      select p.id as "projectId", lower(r.path) as "projectPath", p.visibility, p.archived,
             p.container_registry_access_level as "registryLevel",
             case when n.kind = 'group' then n.traversal_ids else '{}' end as "groupIds",
             ${levelInProject(userId)} as "projectLevel", ${levelInGroups(userId)} as "groupLevel",
             substr(${name}, length(r.path) + 2) as "repositoryName", c.id as "repositoryId",
             c.first_manifest_at is not null as "isVisible"
      from routes r join projects p on p.id = r.project_id join namespaces n on n.id = p.namespace_id
      left join container_repositories c
        on c.project_id = p.id and c.name = substr(${name}, length(r.path) + 2) and c.status is null
      where lower(r.path) collate "C" = any(${projectPathsOf(name)}) and not p.pending_delete
      order by length(r.path) desc limit 1`);
    return row && imagePathOf(row);
  }
}

function imagePathOf({ projectLevel, groupLevel, ...image }: ImagePathRow): ImagePath {
  return { ...image, memberLevel: Math.max(projectLevel ?? 0, groupLevel ?? 0) };
}
