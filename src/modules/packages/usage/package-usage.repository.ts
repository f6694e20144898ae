import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { countersOf } from '../../../platform/counters/counters-of.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import { PackageEntity } from '../records/package.entity.js';

/** Maintained by triggers of `package_files`; files are counted until they are permanently removed. */
const BYTES = 'package_bytes';

@Injectable()
export class PackageUsageRepository {
  constructor(private readonly database: Database) {}

  /** Size in bytes of the packages of many projects, by project id. */
  bytesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countersOf(this.database, BYTES, projectIds);
  }

  /** Number of packages of many projects, by project id; projects without packages are left out. */
  async packagesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        { ...columnsOf(PackageEntity, 'k', 'projectId'), count: bigint`count(*)` },
        sql`from packages k where k.project_id = any(${[...projectIds]}::bigint[]) and k.status <> 'pending_destruction'
          group by k.project_id`,
      ),
    );
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }
}
