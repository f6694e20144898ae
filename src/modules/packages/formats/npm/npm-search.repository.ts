import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { contains } from '../../../../platform/database/like.js';
import { limitOf } from '../../../../platform/database/list-query.js';
import { bigint, select } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { PackageEntity } from '../../records/package.entity.js';
import { NpmVersionEntity } from './npm-version.entity.js';

const FOUND = {
  ...columnsOf(PackageEntity, 'k', 'name', 'version', 'createdAt'),
  ...columnsOf(NpmVersionEntity, 'v', 'manifest'),
};
/** A package, represented by one of its versions: the one tagged `latest`, otherwise the newest. */
export type FoundPackage = RowOf<typeof FOUND>;

export interface NpmSearch {
  readonly projectIds: readonly number[];
  /** Part of the name. */
  readonly text: string;
}

@Injectable()
export class NpmSearchRepository {
  constructor(private readonly database: Database) {}

  /** One page of packages, sorted by name. */
  page(search: NpmSearch, { size, from }: { readonly size: number; readonly from: number }): Promise<FoundPackage[]> {
    return this.database.rows(
      select(
        FOUND,
        sql`from (
            select distinct on (k.name_key) k.id, k.name_key from packages k
            left join package_tags t on t.package_id = k.id and t.name = 'latest'
            where ${matches(search)}
            order by k.name_key, t.id nulls last, k.id desc limit ${size} offset ${from}) shown
          join packages k on k.id = shown.id
          join npm_versions v on v.package_id = k.id
          order by shown.name_key`,
      ),
    );
  }

  /** Number of packages, but at most `most`. */
  async count(search: NpmSearch, most: number): Promise<number> {
    const names = sql`select k.name_key from packages k where ${matches(search)} group by k.name_key ${limitOf(most)}`;
    const row = await this.database.row(select({ count: bigint`count(*)` }, sql`from (${names}) found`));
    return row?.count ?? 0;
  }
}

/** For a single project, the usual case, names are read in index order. */
const within = (projectIds: readonly number[]) =>
  projectIds.length === 1
    ? sql`k.project_id = ${projectIds[0]}`
    : sql`k.project_id = any(${[...projectIds]}::bigint[])`;

const matches = ({ projectIds, text }: NpmSearch) => sql`
  ${within(projectIds)} and k.package_type = 'npm' and k.status = 'default'
  and ${contains(sql`k.name`, text)}
  and exists (select 1 from package_files f where f.package_id = k.id and f.deleted_at is null)`;
