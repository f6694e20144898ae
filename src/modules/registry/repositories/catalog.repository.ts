import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';
import { IMAGE_PATH } from './container-repository.columns.js';

@Injectable()
export class CatalogRepository {
  constructor(private readonly database: Database) {}

  /** Paths of all repositories with a manifest after `last` in byte order; they reflect the projects' current paths. */
  async paths(last: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows(
      select(
        { path: text`v.path` },
        sql`from (
            select ${IMAGE_PATH.sql} as path from container_repositories c
            join projects p on p.id = c.project_id and not p.pending_delete join routes r on r.project_id = p.id
            where c.first_manifest_at is not null and c.status is null
              and exists (select from container_manifests m where m.repository_id = c.id)) v
          where v.path > ${last} order by v.path limit ${limit}`,
      ),
    );
    return rows.map(({ path }) => path);
  }
}
