import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { returning, select } from '../../../../platform/database/typed-sql.js';
import { PackageEntity } from '../../records/package.entity.js';
import type { Deprecation, NpmPublication } from './npm-document.js';

const VERSION = columnsOf(PackageEntity, 'k', 'id', 'versionKey');

/** A package of one project. */
export interface NpmPackage {
  readonly projectId: number;
  readonly name: string;
}

/** Writes versions of npm packages and their dist-tags in the caller's transaction. */
@Injectable()
export class NpmVersionsRepository {
  constructor(private readonly database: Database) {}

  /** Returns those of these versions that exist. */
  async existing(of: NpmPackage, versionKeys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.rows(
      select(VERSION, sql`from packages k where ${isOf(of)} and k.version_key = any(${[...versionKeys]}::text[])`),
    );
    return new Set(rows.map(({ versionKey }) => versionKey));
  }

  async insert(packageId: number, { manifest, readme, deprecated }: NpmPublication): Promise<void> {
    await this.database.runWithNext(sql`
      insert into npm_versions (package_id, manifest, readme, deprecated)
      values (${packageId}, ${manifest}, ${readme}, ${deprecated})`);
  }

  /** Locks the version and updates its time of change; returns its id, or null if it does not exist. */
  async lock(of: NpmPackage, versionKey: string): Promise<number | null> {
    const row = await this.database.row(
      returning(
        columnsOf(PackageEntity, 'k', 'id'),
        sql`update packages k set updated_at = now() where ${isOf(of)} and k.version_key = ${versionKey}`,
      ),
    );
    return row?.id ?? null;
  }

  /** Does not update versions that already have this text. */
  async deprecate(of: NpmPackage, deprecations: readonly Deprecation[]): Promise<void> {
    const keys = deprecations.map(({ versionKey }) => versionKey);
    const texts = deprecations.map(({ text }) => text);
    await this.database.run(sql`
      with changed as (
        update npm_versions v set deprecated = nullif(said.text, '')
        from unnest(${keys}::text[], ${texts}::text[]) said (version_key, text), packages k
        where ${isOf(of)} and k.version_key = said.version_key and v.package_id = k.id
          and v.deprecated is distinct from nullif(said.text, '')
        returning v.package_id)
      update packages k set updated_at = now() from changed where k.id = changed.package_id`);
  }

  /** Moves the tags to the version. */
  async moveTags({ projectId, name }: NpmPackage, packageId: number, tags: readonly string[]): Promise<void> {
    await this.database.runWithNext(sql`
      insert into package_tags (package_id, project_id, name_key, name)
      select ${packageId}::bigint, ${projectId}::bigint, ${name}, tag from unnest(${[...tags]}::text[]) tag order by tag
      on conflict on constraint uq_package_tags_name do update
      set package_id = excluded.package_id, updated_at = now()`);
  }

  /** Updates the time of change of the version that had the tag; returns its id, or null if no version has the tag. */
  async removeTag(of: NpmPackage, tag: string): Promise<number | null> {
    const isTag = sql`t.project_id = ${of.projectId} and t.name_key = ${of.name} and t.name = ${tag}`;
    const version = await this.database.row(
      returning(
        columnsOf(PackageEntity, 'k', 'id'), // package row before tag row, as when a tag is set
        sql`update packages k set updated_at = now() from package_tags t
            where ${isOf(of)} and t.package_id = k.id and ${isTag}`,
      ),
    );
    const removed = version && (await this.database.run(sql`delete from package_tags t where ${isTag}`));
    return version && removed ? version.id : null;
  }
}

/** For `packages k`. */
const isOf = ({ projectId, name }: NpmPackage): Sql => sql`
  k.project_id = ${projectId} and k.package_type = 'npm' and k.name_key = ${name} and k.status <> 'pending_destruction'`;
