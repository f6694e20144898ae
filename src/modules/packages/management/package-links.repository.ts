import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { anyNumberOf } from '../../../platform/database/any-number-of.js';
import { Database } from '../../../platform/database/database.js';
import { whereOf } from '../../../platform/database/conditions.js';
import { listOf } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { Pipeline } from '../../pipelines/pipeline.js';
import { PipelinesRepository } from '../../pipelines/records/pipelines.repository.js';
import { readablePipelines } from '../../pipelines/records/readable-pipelines.sql.js';
import type { LinkedPipeline, PackageTag } from '../package.js';
import { LINKED_PIPELINE_COLUMNS, TAG_COLUMNS } from '../records/package.columns.js';

const TAGS = listOf({
  type: 'PackageTag',
  columns: TAG_COLUMNS,
  from: sql`package_tags t`,
  defaultSort: { by: 'id', direction: 'asc' },
});

/** Reads what belongs to many packages or files, in one statement for all of them. */
@Injectable()
export class PackageLinksRepository {
  constructor(
    private readonly database: Database,
    private readonly windows: ListWindows,
    private readonly pipelines: PipelinesRepository,
  ) {}

  /** Pipelines of these packages that the viewer may read, oldest first. */
  pipelinesOfPackages(ids: readonly number[], viewer: Caller): Promise<LinkedPipeline[]> {
    const links = sql`
      select distinct package_id as owner_id, pipeline_id from package_pipelines
      where package_id = any(${[...ids]}::bigint[])`;
    return this.linkedPipelines(links, viewer);
  }

  /**
   * Pipelines of these files, oldest first: those that the viewer may read, or all for the client that has just
   * published the files.
   */
  pipelinesOfFiles(ids: readonly number[], viewer: Caller | 'publisher'): Promise<LinkedPipeline[]> {
    const links = sql`
      select package_file_id as owner_id, pipeline_id from package_pipelines
      where package_file_id = any(${[...ids]}::bigint[])`;
    return this.linkedPipelines(links, viewer);
  }

  /** The pipelines of each of many packages that the viewer may read. */
  pipelinesBelow(viewer: Caller): ChildLists<Pipeline> {
    const linked = sql`p.id in (select l.pipeline_id from package_pipelines l where l.package_id = ${PARENT})`;
    const readable = readBy(viewer);
    return this.pipelines.below(readable ? [linked, readable] : [linked]);
  }

  /** The tags of each of many packages. */
  tagsBelow(): ChildLists<PackageTag> {
    return this.windows.below(TAGS, [sql`t.package_id = ${PARENT}`]);
  }

  tagsOf(packageIds: readonly number[]): Promise<PackageTag[]> {
    return this.database.rows(
      select(
        TAG_COLUMNS,
        sql`from package_tags t where t.package_id = any(${anyNumberOf(packageIds)}) order by t.package_id, t.id`,
      ),
    );
  }

  private linkedPipelines(links: Sql, viewer: Caller | 'publisher'): Promise<LinkedPipeline[]> {
    const readable = viewer === 'publisher' ? null : readBy(viewer);
    return this.database.rows(
      select(
        LINKED_PIPELINE_COLUMNS,
        sql`from (${links}) l join ci_pipelines p on p.id = l.pipeline_id join routes r on r.project_id = p.project_id
          ${whereOf(readable ? [readable] : [])} order by p.id`,
      ),
    );
  }
}

/**
 * Restricts `ci_pipelines p` to those that the viewer may read: a job may publish in a different project, and readers
 * of packages may lack access to pipelines. Null if there is no restriction (contract: packages §3.1, triggers §4).
 */
function readBy(viewer: Caller): Sql | null {
  const readable = readablePipelines(viewer);
  return (
    readable &&
    sql`exists (
      select 1 from (select p.project_id) of_pipeline (id)
        cross join lateral (select 1 from projects p where p.id = of_pipeline.id and ${readable}) seen)`
  );
}
