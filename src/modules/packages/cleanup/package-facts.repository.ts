import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { PackageEntity } from '../records/package.entity.js';

const FACTS = columnsOf(PackageEntity, 'k', 'id', 'packageType', 'name', 'nameKey', 'version', 'createdAt');

/** What a policy needs to know about a package. */
export type PackageFacts = RowOf<typeof FACTS>;

const FACTS_AT_ONCE = 5000;
const PAGE = raw(`limit ${FACTS_AT_ONCE}`);

/** Reads the facts about all packages of a project. */
@Injectable()
export class PackageFactsRepository {
  constructor(private readonly database: Database) {}

  /** Every version that can be deleted, oldest first. Versionless packages are deleted with their versions. */
  async ofProject(projectId: number): Promise<PackageFacts[]> {
    const facts: PackageFacts[] = [];
    let page: PackageFacts[];
    do {
      page = await this.database.rows(
        select(
          FACTS,
          sql`from packages k
            where k.project_id = ${projectId} and k.id > ${facts.at(-1)?.id ?? 0} and k.version <> ''
              and k.status in ('default', 'hidden', 'error')
            order by k.id ${PAGE}`,
        ),
      );
      facts.push(...page);
    } while (page.length === FACTS_AT_ONCE);
    return facts;
  }

  /** Total size of the files of these packages, without deleted files. */
  async bytesOf(packageIds: readonly number[]): Promise<number> {
    const row = await this.database.row(
      select(
        { bytes: bigint`coalesce(sum(f.size), 0)::bigint` },
        sql`from package_files f where f.package_id = any(${[...packageIds]}::bigint[]) and f.deleted_at is null`,
      ),
    );
    return row?.bytes ?? 0;
  }
}
