import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { ContainerRef, RepositoryType } from '../../../core/namespaces/container-repositories.js';
import type { AddedRepository, Repository } from '../repository.js';
import { RepositoryEntity } from './repository.entity.js';

const COLUMNS = columnsOf(
  RepositoryEntity,
  'r',
  'id',
  'type',
  'projectId',
  'groupId',
  'snippetId',
  'storage',
  'relativePath',
  'readOnly',
  'createdAt',
);
const WRITTEN_COLUMNS = columnsOf(RepositoryEntity, 'r', 'id', 'storage', 'relativePath');
const FIGURES = { projectId: bigint`r.project_id`, size: bigint`r.size_bytes`, commits: bigint`r.commit_count` };

/** Condition for `repositories r`. */
function ownedBy(container: ContainerRef): Sql {
  if ('projectId' in container) {
    return sql`r.project_id = ${container.projectId}`;
  }
  return 'groupId' in container ? sql`r.group_id = ${container.groupId}` : sql`r.snippet_id = ${container.snippetId}`;
}

/** A repository whose directory must exist, because it has been measured before. */
export type WrittenRepository = RowOf<typeof WRITTEN_COLUMNS>;

export interface NewRepository extends AddedRepository {
  readonly relativePath: string;
}

/** Rows of repositories (contract: storage-moves §10). */
@Injectable()
export class RepositoriesRepository {
  constructor(private readonly database: Database) {}

  find(container: ContainerRef, type: RepositoryType): Promise<Repository | null> {
    return this.database.lookup(
      select(COLUMNS, sql`from repositories r where ${ownedBy(container)} and r.type = ${type}`),
    );
  }

  findById(id: number): Promise<Repository | null> {
    return this.database.lookup(select(COLUMNS, sql`from repositories r where r.id = ${id}`));
  }

  /** Returns all repositories of a container, including those of a project's snippets. */
  listOf(container: ContainerRef): Promise<Repository[]> {
    const below =
      'projectId' in container
        ? sql`or r.snippet_id in (select s.id from snippets s where s.project_id = ${container.projectId})`
        : empty;
    return this.database.rows(
      select(COLUMNS, sql`from repositories r where ${ownedBy(container)} ${below} order by r.id`),
    );
  }

  /** Does nothing if the container already has a repository of that type. */
  async insert({ container, type, storage, relativePath }: NewRepository): Promise<void> {
    const { projectId, groupId, snippetId } = { projectId: null, groupId: null, snippetId: null, ...container };
    await this.database.runWithNext(sql`
      insert into repositories (project_id, group_id, snippet_id, type, storage, relative_path)
      values (${projectId}, ${groupId}, ${snippetId}, ${type}, ${storage}, ${relativePath}) on conflict do nothing`);
  }

  /**
   * Inserts a project's wiki on the storage of its code. A move takes along every row of the container, but copies only
   * those that existed when it began. So the wiki inherits the read-only flag of the code, whose row is locked against
   * a move that begins or switches concurrently (contract: storage-moves §4, §7).
   */
  async insertWiki(projectId: number, relativePath: string): Promise<void> {
    await this.database.run(sql`
      with code as (
        select c.storage, c.read_only from repositories c where c.project_id = ${projectId} and c.type = 'code' for share)
      insert into repositories (project_id, type, storage, relative_path, read_only)
      select ${projectId}, 'wiki', c.storage, ${relativePath}, c.read_only from code c on conflict do nothing`);
  }

  async storagesInUse(): Promise<string[]> {
    const used = sql`
      with recursive used as (
        (select storage from repositories order by storage limit 1)
        union all select (select r.storage from repositories r where r.storage > u.storage order by r.storage limit 1)
        from used u where u.storage is not null)`;
    const rows = await this.database.rows(
      select({ storage: text`u.storage` }, sql`from used u where u.storage is not null`, used),
    );
    return rows.map(({ storage }) => storage);
  }

  /** Returns repositories with a higher id that have been written, ordered by id. */
  written(afterId: number, limit: number): Promise<WrittenRepository[]> {
    return this.database.rows(
      select(
        WRITTEN_COLUMNS,
        sql`from repositories r where r.id > ${afterId} and r.size_bytes > 0 order by r.id limit ${limit}`,
      ),
    );
  }

  /** Returns some repositories on a storage that have been written, oldest first. */
  writtenOn(storage: string, limit: number): Promise<WrittenRepository[]> {
    return this.database.rows(
      select(
        WRITTEN_COLUMNS,
        sql`from repositories r where r.storage = ${storage} and r.size_bytes > 0 order by r.id limit ${limit}`,
      ),
    );
  }

  /** Returns sizes in bytes and commit counts of projects' repositories of a type. */
  figures(projectIds: readonly number[], type: RepositoryType): Promise<RowOf<typeof FIGURES>[]> {
    return this.database.rows(
      select(FIGURES, sql`from repositories r where r.project_id = any(${[...projectIds]}) and r.type = ${type}`),
    );
  }

  /** Returns the number of repositories of any type per project, by project id. */
  async counts(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        { projectId: bigint`r.project_id`, count: bigint`count(*)` },
        sql`from repositories r where r.project_id = any(${[...projectIds]}) group by r.project_id`,
      ),
    );
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }

  /** Whether a worker is moving the repository; also works if its row is gone. */
  isBeingMoved(id: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from repository_leases where repository_id = ${id} and kind = 'move' and expires_at > now()`);
  }

  async noteFigures(id: number, sizeBytes: number, commitCount: number): Promise<void> {
    await this.database.run(
      sql`update repositories set size_bytes = ${sizeBytes}, commit_count = ${commitCount} where id = ${id}`,
    );
  }
}
