import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { LinkedPipeline, PackageTag } from '../package.js';
import { LINKED_PIPELINE_COLUMNS, TAG_COLUMNS } from '../records/package.columns.js';

/** What belongs to many packages or files: one statement, however many they are. */
@Injectable()
export class PackageLinksRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  pipelinesOfPackages(ids: readonly number[]): Promise<LinkedPipeline[]> {
    return this.pipelines(sql`
      select distinct package_id as owner_id, pipeline_id from package_pipelines
      where package_id = any(${[...ids]}::bigint[])`);
  }

  /** Oldest first. */
  pipelinesOfFiles(ids: readonly number[]): Promise<LinkedPipeline[]> {
    return this.pipelines(sql`
      select package_file_id as owner_id, pipeline_id from package_pipelines
      where package_file_id = any(${[...ids]}::bigint[])`);
  }

  tagsOf(packageIds: readonly number[]): Promise<PackageTag[]> {
    return this.database.rows(
      select(
        TAG_COLUMNS,
        sql`from package_tags t where t.package_id = any(${[...packageIds]}::bigint[]) order by t.package_id, t.id`,
      ),
    );
  }

  private pipelines(links: Sql): Promise<LinkedPipeline[]> {
    return this.database.rows(
      select(
        LINKED_PIPELINE_COLUMNS,
        sql`from (${links}) l join ci_pipelines p on p.id = l.pipeline_id join routes r on r.project_id = p.project_id
          order by p.id`,
      ),
    );
  }
}
