import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import type { ContainerRef, RepositoryType } from '../../../core/namespaces/container-repositories.js';
import type { Repository } from '../repository.js';

const COLUMNS = sql`
  r.id, r.type, r.project_id as "projectId", r.group_id as "groupId", r.snippet_id as "snippetId", r.storage,
  r.relative_path as "relativePath", r.read_only as "readOnly", r.created_at as "createdAt"`;

/** For `repositories r`. */
function ownedBy(container: ContainerRef): Sql {
  if ('projectId' in container) {
    return sql`r.project_id = ${container.projectId}`;
  }
  return 'groupId' in container ? sql`r.group_id = ${container.groupId}` : sql`r.snippet_id = ${container.snippetId}`;
}

/** A repository whose directory there has to be: something was measured in it once. */
export interface WrittenRepository {
  readonly id: number;
  readonly storage: string;
  readonly relativePath: string;
}

export interface NewRepository {
  readonly container: ContainerRef;
  readonly type: RepositoryType;
  readonly storage: string;
  readonly relativePath: string;
}

/** Rows of repositories (contract: storage-moves §10). */
@Injectable()
export class RepositoriesRepository {
  constructor(private readonly database: Database) {}

  find(container: ContainerRef, type: RepositoryType): Promise<Repository | null> {
    return this.database.row<Repository>(
      sql`select ${COLUMNS} from repositories r where ${ownedBy(container)} and r.type = ${type}`,
    );
  }

  findById(id: number): Promise<Repository | null> {
    return this.database.row<Repository>(sql`select ${COLUMNS} from repositories r where r.id = ${id}`);
  }

  /** All repositories of a container, and those of the snippets that it holds. */
  listOf(container: ContainerRef): Promise<Repository[]> {
    const below =
      'projectId' in container
        ? sql`or r.snippet_id in (select s.id from snippets s where s.project_id = ${container.projectId})`
        : empty;
    return this.database.rows<Repository>(
      sql`select ${COLUMNS} from repositories r where ${ownedBy(container)} ${below} order by r.id`,
    );
  }

  /** Does nothing when the container has one of that type. */
  async insert({ container, type, storage, relativePath }: NewRepository): Promise<void> {
    const { projectId, groupId, snippetId } = { projectId: null, groupId: null, snippetId: null, ...container };
    await this.database.run(sql`
      insert into repositories (project_id, group_id, snippet_id, type, storage, relative_path)
      values (${projectId}, ${groupId}, ${snippetId}, ${type}, ${storage}, ${relativePath}) on conflict do nothing`);
  }

  /** Whether a move holds the repository read-only; held so until the transaction ends. Null when it is gone. */
  async lockReadOnly(id: number): Promise<boolean | null> {
    const row = await this.database.row<{ readOnly: boolean }>(
      sql`select read_only as "readOnly" from repositories where id = ${id} for share`,
    );
    return row?.readOnly ?? null;
  }

  async storagesInUse(): Promise<string[]> {
    const rows = await this.database.rows<{ storage: string }>(sql`
      with recursive used as (
        (select storage from repositories order by storage limit 1)
        union all select (select r.storage from repositories r where r.storage > u.storage order by r.storage limit 1)
        from used u where u.storage is not null)
      select storage from used where storage is not null`);
    return rows.map(({ storage }) => storage);
  }

  /** Those with a higher id that were written to, by id. */
  written(afterId: number, limit: number): Promise<WrittenRepository[]> {
    return this.database.rows<WrittenRepository>(sql`
      select id, storage, relative_path as "relativePath" from repositories
      where id > ${afterId} and size_bytes > 0 order by id limit ${limit}`);
  }

  /** Some on a storage that were written to, oldest first. */
  writtenOn(storage: string, limit: number): Promise<WrittenRepository[]> {
    return this.database.rows<WrittenRepository>(sql`
      select id, storage, relative_path as "relativePath" from repositories
      where storage = ${storage} and size_bytes > 0 order by id limit ${limit}`);
  }

  /** Bytes and commits of projects' repositories of a type, by project id. */
  async figures(
    projectIds: readonly number[],
    type: RepositoryType,
  ): Promise<{ projectId: number; size: number; commits: number }[]> {
    return this.database.rows(sql`
      select project_id as "projectId", size_bytes as size, commit_count as commits
      from repositories where project_id = any(${[...projectIds]}) and type = ${type}`);
  }

  /** How many repositories of any type projects have, by project id. */
  async counts(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows<{ projectId: number; count: number }>(sql`
      select project_id as "projectId", count(*) as count from repositories
      where project_id = any(${[...projectIds]}) group by project_id`);
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }

  async noteFigures(id: number, size: number, commits: number): Promise<void> {
    await this.database.run(
      sql`update repositories set size_bytes = ${size}, commit_count = ${commits} where id = ${id}`,
    );
  }
}
