import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { listOf } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { Pipeline } from '../../pipelines/pipeline.js';
import { PipelinesRepository } from '../../pipelines/records/pipelines.repository.js';
import type { LinkedPipeline, PackageTag } from '../package.js';
import { LINKED_PIPELINE_COLUMNS, TAG_COLUMNS } from '../records/package.columns.js';

const TAGS = listOf({
  type: 'PackageTag',
  columns: TAG_COLUMNS,
  from: sql`package_tags t`,
  defaultSort: { by: 'id', direction: 'asc' },
});

/** What belongs to many packages or files: one statement, however many they are. */
@Injectable()
export class PackageLinksRepository {
  constructor(
    private readonly database: Database,
    private readonly windows: ListWindows,
    private readonly pipelines: PipelinesRepository,
  ) {}

  /** Oldest first. */
  pipelinesOfPackages(ids: readonly number[]): Promise<LinkedPipeline[]> {
    return this.linkedPipelines(sql`
      select distinct package_id as owner_id, pipeline_id from package_pipelines
      where package_id = any(${[...ids]}::bigint[])`);
  }

  /** Oldest first. */
  pipelinesOfFiles(ids: readonly number[]): Promise<LinkedPipeline[]> {
    return this.linkedPipelines(sql`
      select package_file_id as owner_id, pipeline_id from package_pipelines
      where package_file_id = any(${[...ids]}::bigint[])`);
  }

  /** The pipelines of each of many packages. */
  pipelinesBelow(): ChildLists<Pipeline> {
    return this.pipelines.below([
      sql`p.id in (select l.pipeline_id from package_pipelines l where l.package_id = ${PARENT})`,
    ]);
  }

  /** The tags of each of many packages. */
  tagsBelow(): ChildLists<PackageTag> {
    return this.windows.below(TAGS, [sql`t.package_id = ${PARENT}`]);
  }

  tagsOf(packageIds: readonly number[]): Promise<PackageTag[]> {
    return this.database.rows(
      select(
        TAG_COLUMNS,
        sql`from package_tags t where t.package_id = any(${[...packageIds]}::bigint[]) order by t.package_id, t.id`,
      ),
    );
  }

  private linkedPipelines(links: Sql): Promise<LinkedPipeline[]> {
    return this.database.rows(
      select(
        LINKED_PIPELINE_COLUMNS,
        sql`from (${links}) l join ci_pipelines p on p.id = l.pipeline_id join routes r on r.project_id = p.project_id
          order by p.id`,
      ),
    );
  }
}
