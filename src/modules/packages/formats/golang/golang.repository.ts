import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../../platform/database/database.js';
import { boolean, select, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';

const VERSION = {
  version: text`k.version_key`,
  isDeleted: boolean`bool_and(k.status = 'pending_destruction')`,
  isUpload: boolean`bool_or(k.is_upload and k.status = 'default')`,
};
/** A version of a module that has a row, whether it has been deleted, and whether it was uploaded. */
export type GoVersionRow = RowOf<typeof VERSION>;

/** A version that comes from a tag. */
export interface GoRelease {
  readonly projectId: number;
  readonly modulePath: string;
  readonly version: string;
  readonly commitId: string;
  /** The tag, which stays the same when the project moves and its module paths change. */
  readonly tag: string;
}

@Injectable()
export class GolangRepository {
  constructor(private readonly database: Database) {}

  versions(projectId: number, modulePath: string): Promise<GoVersionRow[]> {
    return this.database.rows(
      select(
        VERSION,
        sql`from (
            select version_key, status, not metadata ? 'commit' and exists (
              select 1 from package_files f where f.package_id = packages.id and f.deleted_at is null) as is_upload
            from packages
            where project_id = ${projectId} and package_type = 'golang' and name_key = ${modulePath}
              and status <> 'pending_destruction'
            union all
            select version_key, status, false from packages
            where project_id = ${projectId} and package_type = 'golang' and name_key = ${modulePath}
              and status = 'pending_destruction') k
          group by k.version_key`,
      ),
    );
  }

  /** Returns the `go.mod` of an uploaded archive. */
  async goModOf(fileId: number): Promise<string> {
    const row = await this.database.row(
      select({ goMod: text`coalesce(f.metadata->>'goMod', '')` }, sql`from package_files f where f.id = ${fileId}`),
    );
    return row?.goMod ?? '';
  }

  /** Lists a tag as a package. Safe to repeat; a tag that moved remains the same package. */
  async show({ projectId, modulePath, version, commitId, tag }: GoRelease): Promise<void> {
    await this.database.run(sql`
      delete from packages where ${isShownFor(projectId, version)} and metadata->>'tag' = ${tag} and name_key <> ${modulePath}`);
    await this.database.run(sql`
      insert into packages (project_id, package_type, name, name_key, version, version_key, metadata)
      values (${projectId}, 'golang', ${modulePath}, ${modulePath}, ${version}, ${version},
        jsonb_build_object('commit', ${commitId}::text, 'tag', ${tag}::text))
      on conflict (project_id, package_type, name_key, version_key) where status <> 'pending_destruction'
      do update set metadata = excluded.metadata, updated_at = now()
      where packages.metadata ? 'commit' and packages.metadata->>'commit' is distinct from excluded.metadata->>'commit'`);
  }

  /** Removes the package of a tag, whatever its status, and also under the path that the module had at that time. */
  async hide({ projectId, modulePath, version, tag }: Omit<GoRelease, 'commitId'>): Promise<void> {
    await this.database.run(sql`
      delete from packages
      where ${isShownFor(projectId, version)} and (name_key = ${modulePath} or metadata->>'tag' = ${tag})`);
  }
}

const isShownFor = (projectId: number, version: string): Sql => sql`
  project_id = ${projectId} and package_type = 'golang' and version_key = ${version} and metadata ? 'commit'`;
