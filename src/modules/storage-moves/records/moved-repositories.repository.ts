import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { RepositoryEntity } from '../../repositories/storages/repository.entity.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { tablesOf } from './container-tables.sql.js';

const MOVED = columnsOf(RepositoryEntity, 'r', 'id', 'type', 'storage', 'relativePath', 'readOnly', 'sizeBytes');

/** A repository of a container that moves. */
export type MovedRepository = RowOf<typeof MOVED>;

/** Rows of repositories as moves change them (contract: storage-moves §4). */
@Injectable()
export class MovedRepositoriesRepository {
  constructor(private readonly database: Database) {}

  of(kind: ContainerKind, containerId: number): Promise<MovedRepository[]> {
    return this.select(kind, containerId, false);
  }

  /**
   * The same, held until the transaction ends: against other moves, and against writes that begin. The container's row
   * first, which the record of a move refers to.
   */
  async lock(kind: ContainerKind, containerId: number): Promise<MovedRepository[]> {
    await this.lockContainer(kind, containerId, sql`for key share`);
    return this.select(kind, containerId, true);
  }

  /**
   * Holds the container's row, which a move changes, until the transaction ends. To come before its repositories: a
   * change that holds the row may ask for these on another connection, and the database does not see who waits for whom.
   */
  lockSwitched(kind: ContainerKind, containerId: number): Promise<void> {
    return this.lockContainer(kind, containerId, sql`for no key update`);
  }

  /** Whether somebody writes to one of them at this moment. */
  areWritten(ids: readonly number[]): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from repository_leases where repository_id = any(${[...ids]}::bigint[]) and kind = 'write'
        and expires_at > now() limit 1`);
  }

  /** The newest lease for reading; 0 where nobody reads. */
  async newestRead(ids: readonly number[]): Promise<number> {
    const row = await this.database.row(
      select(
        { id: bigint`coalesce(max(l.id), 0)::bigint` },
        sql`from repository_leases l where l.repository_id = any(${[...ids]}::bigint[]) and l.kind = 'read'`,
      ),
    );
    return row?.id ?? 0;
  }

  /** Whether a reading that was under way at that lease still is. */
  areReadSince(ids: readonly number[], newestLease: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from repository_leases where repository_id = any(${[...ids]}::bigint[]) and kind = 'read'
        and id <= ${newestLease} and expires_at > now() limit 1`);
  }

  /** Flags that no move explains are cleared; answers how many (contract: storage-moves §5). */
  clearStrayFlags(kind: ContainerKind): Promise<number> {
    return this.database.run(sql`
      update repositories r set read_only = false
      where r.read_only and r.${tablesOf(kind).ownerColumn} is not null and not exists (
        select 1 from ${tablesOf(kind).moves} m
        where m.container_id = r.${tablesOf(kind).ownerColumn} and m.state in ('initial', 'scheduled', 'started', 'replicated'))`);
  }

  private async lockContainer(kind: ContainerKind, containerId: number, lock: Sql): Promise<void> {
    await this.database.run(sql`select 1 from ${tablesOf(kind).containers} where id = ${containerId} ${lock}`);
  }

  private select(kind: ContainerKind, containerId: number, isLocked: boolean): Promise<MovedRepository[]> {
    return this.database.rows(
      select(
        MOVED,
        sql`from repositories r where r.${tablesOf(kind).ownerColumn} = ${containerId} order by r.id
          ${isLocked ? sql`for update` : empty}`,
      ),
    );
  }
}
