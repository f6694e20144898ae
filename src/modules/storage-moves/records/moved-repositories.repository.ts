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
   * Like {@link of}, and locks the rows until the transaction ends, against other moves and beginning writes. Locks the
   * container's row first, because the record of a move refers to it.
   */
  async lock(kind: ContainerKind, containerId: number): Promise<MovedRepository[]> {
    await this.lockContainer(kind, containerId, sql`for key share`);
    return this.select(kind, containerId, true);
  }

  /**
   * Locks the container's row, which the switch updates, until the transaction ends. Must be called before its
   * repositories are locked: a change that holds the container's row may request these on another connection, which the
   * database cannot detect as a deadlock.
   */
  lockSwitched(kind: ContainerKind, containerId: number): Promise<void> {
    return this.lockContainer(kind, containerId, sql`for no key update`);
  }

  /** Whether any of the repositories is being written. */
  areWritten(ids: readonly number[]): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from repository_leases where repository_id = any(${[...ids]}::bigint[]) and kind = 'write'
        and expires_at > now() limit 1`);
  }

  /** Returns the newest read lease; 0 if there is none. */
  async newestRead(ids: readonly number[]): Promise<number> {
    const row = await this.database.row(
      select(
        { id: bigint`coalesce(max(l.id), 0)::bigint` },
        sql`from repository_leases l where l.repository_id = any(${[...ids]}::bigint[]) and l.kind = 'read'`,
      ),
    );
    return row?.id ?? 0;
  }

  /** Whether a read that already held its lease at that time is still running. */
  areReadSince(ids: readonly number[], newestLease: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from repository_leases where repository_id = any(${[...ids]}::bigint[]) and kind = 'read'
        and id <= ${newestLease} and expires_at > now() limit 1`);
  }

  /** Clears read-only flags without an active move and returns their number (contract: storage-moves §5). */
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
