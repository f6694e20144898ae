import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { visibleProjects } from '../../../core/access/levels.sql.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, whereOf } from '../../../platform/database/list-query.js';
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

  /** Oldest first; those of projects that the viewer sees. */
  pipelinesOfPackages(ids: readonly number[], viewer: Caller): Promise<LinkedPipeline[]> {
    const links = sql`
      select distinct package_id as owner_id, pipeline_id from package_pipelines
      where package_id = any(${[...ids]}::bigint[])`;
    return this.linkedPipelines(links, viewer);
  }

  /** Oldest first; those of projects that the viewer sees, or all to who has just published the files. */
  pipelinesOfFiles(ids: readonly number[], viewer: Caller | 'publisher'): Promise<LinkedPipeline[]> {
    const links = sql`
      select package_file_id as owner_id, pipeline_id from package_pipelines
      where package_file_id = any(${[...ids]}::bigint[])`;
    return this.linkedPipelines(links, viewer);
  }

  /** The pipelines of each of many packages; those of projects that the viewer sees. */
  pipelinesBelow(viewer: Caller): ChildLists<Pipeline> {
    const linked = sql`p.id in (select l.pipeline_id from package_pipelines l where l.package_id = ${PARENT})`;
    const seen = seenBy(viewer);
    return this.pipelines.below(seen ? [linked, seen] : [linked]);
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

  private linkedPipelines(links: Sql, viewer: Caller | 'publisher'): Promise<LinkedPipeline[]> {
    const seen = viewer === 'publisher' ? null : seenBy(viewer);
    return this.database.rows(
      select(
        LINKED_PIPELINE_COLUMNS,
        sql`from (${links}) l join ci_pipelines p on p.id = l.pipeline_id join routes r on r.project_id = p.project_id
          ${whereOf(seen ? [seen] : [])} order by p.id`,
      ),
    );
  }
}

/**
 * Of `ci_pipelines p`, those of projects that the viewer sees: a job may publish in another project than its own. Null
 * when there is no limit (contract: core §13).
 */
function seenBy(viewer: Caller): Sql | null {
  const visible = visibleProjects(viewer);
  return (
    visible &&
    sql`exists (
      select 1 from (select p.project_id) of_pipeline (id)
        cross join lateral (select 1 from projects p where p.id = of_pipeline.id and (${visible})) seen)`
  );
}
