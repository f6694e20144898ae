import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { basicUser } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select, text, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { PackageTagEntity } from '../records/package-tag.entity.js';

/** For `ci_pipelines p`, whose entity is another feature's. */
const PIPELINE = {
  id: bigint`p.id`,
  iid: bigint`p.iid`,
  projectId: bigint`p.project_id`,
  ref: text`p.ref`,
  sha: text`p.sha`,
  status: text`p.status`,
  source: text`p.source`,
  createdAt: timestamptz`p.created_at`,
  updatedAt: timestamptz`p.updated_at`,
  projectPath: text`r.path`,
  user: basicUser(sql`p.user_id`),
};
const LINKED_PIPELINE = { ...PIPELINE, ownerId: bigint`l.owner_id` };
const TAG = columnsOf(PackageTagEntity, 't', 'id', 'packageId', 'name', 'createdAt', 'updatedAt');

/** A pipeline that uploaded to the package or file of that id. */
export type LinkedPipeline = RowOf<typeof LINKED_PIPELINE>;
export type PackageTag = RowOf<typeof TAG>;

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
        TAG,
        sql`from package_tags t where t.package_id = any(${[...packageIds]}::bigint[]) order by t.package_id, t.id`,
      ),
    );
  }

  private pipelines(links: Sql): Promise<LinkedPipeline[]> {
    return this.database.rows(
      select(
        LINKED_PIPELINE,
        sql`from (${links}) l join ci_pipelines p on p.id = l.pipeline_id join routes r on r.project_id = p.project_id
          order by p.id`,
      ),
    );
  }
}
