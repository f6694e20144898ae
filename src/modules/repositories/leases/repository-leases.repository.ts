import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { anyNumberOf } from '../../../platform/database/any-number-of.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import {
  bigint,
  boolean,
  nullable,
  query,
  returning,
  select,
  selectList,
} from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { RepositoryEntity } from '../storages/repository.entity.js';
import { RepositoryLeaseEntity } from './repository-lease.entity.js';

/** Lifetime in seconds of a lease that is not renewed (contract: storage-moves §5). */
export const LEASE_SECONDS = 30;
const ID = columnsOf(RepositoryLeaseEntity, 'l', 'id');
const REPOSITORY_ID = columnsOf(RepositoryLeaseEntity, 'l', 'repositoryId');
const ENDED = columnsOf(RepositoryLeaseEntity, 'l', 'repositoryId', 'kind');
const TAKEN = { lease: nullable(bigint`t.id`), storage: columnsOf(RepositoryEntity, 'h', 'storage').storage };
const END = sql`now() + ${LEASE_SECONDS} * interval '1 second'`;

const IS_EXPIRED = sql`l.expires_at < now()`;
export const IS_ANY_LEASE_EXPIRED = sql`exists (select 1 from repository_leases l where ${IS_EXPIRED})`;

/**
 * Rows of processes that are reading, writing or moving a repository (contract: storage-moves §5, §10). A deleted
 * repository keeps its rows until the processes have ended.
 */
@Injectable()
export class RepositoryLeasesRepository {
  constructor(private readonly database: Database) {}

  async insert(repositoryId: number, kind: RepositoryLeaseEntity['kind'], owner: string): Promise<number> {
    const row = await this.database.row(
      returning(
        ID,
        sql`insert into repository_leases as l (repository_id, kind, owner, expires_at)
          values (${repositoryId}, ${kind}, ${owner}, ${END})`,
      ),
    );
    return row?.id ?? 0;
  }

  /**
   * Takes a write lease, unless a move holds the repository read-only. Returns null if the repository is gone. Uses one
   * statement, so that either a beginning move waits for it or it waits for the move.
   */
  async takeWrite(repositoryId: number, owner: string): Promise<RowOf<typeof TAKEN> | null> {
    const taking = sql`
      with held as (select r.id, r.read_only, r.storage from repositories r where r.id = ${repositoryId} for share),
      taken as (
        insert into repository_leases (repository_id, kind, owner, expires_at)
        select h.id, 'write', ${owner}, ${END} from held h where not h.read_only returning id)`;
    return this.database.row(select(TAKEN, sql`from held h left join taken t on true`, taking));
  }

  /**
   * Takes the only lease for moving the repository. Returns null while another process holds it, or if the repository
   * is gone. An expired lease is taken over for good, because the repository's row stays locked until the surrounding
   * transaction ends.
   */
  async takeMove(repositoryId: number, owner: string): Promise<number | null> {
    if (!(await this.lockRepository(repositoryId))) {
      return null;
    }
    const row = await this.database.row(
      returning(
        ID,
        sql`with found as (
            select id, expires_at > clock_timestamp() as is_held from repository_leases
            where repository_id = ${repositoryId} and kind = 'move'),
          ended as (delete from repository_leases e using found f where e.id = f.id and not f.is_held)
          insert into repository_leases as l (repository_id, kind, owner, expires_at)
          select ${repositoryId}, 'move', ${owner}, ${END} where not exists (select 1 from found f where f.is_held)`,
      ),
    );
    return row?.id ?? null;
  }

  /**
   * Whether the lease is still valid and the repository exists. No other process can take the lease over until the
   * surrounding transaction ends.
   */
  async keepMove(repositoryId: number, lease: number): Promise<boolean> {
    const locking = sql`
      with locked as materialized (select 1 from repositories where id = ${repositoryId} for update)`;
    const isHeld = boolean`exists (
      select 1 from repository_leases l where l.id = ${lease} and l.expires_at > clock_timestamp())`;
    // An expression in the select list is evaluated once the row is locked; a condition might be evaluated earlier.
    const row = await this.database.row(select({ isHeld }, sql`from locked`, locking));
    return row?.isHeld ?? false;
  }

  /**
   * Returns the leases that were renewed. An expired write lease is not renewed, because a move that does not wait for
   * it may have begun.
   */
  async renew(ids: readonly number[]): Promise<number[]> {
    const renewing = sql`
      update repository_leases l set expires_at = ${END}
      where l.id = any(${anyNumberOf(ids)}) and (l.kind <> 'write' or l.expires_at > clock_timestamp())`;
    return (await this.database.rows(returning(ID, renewing))).map(({ id }) => id);
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.database.run(sql`delete from repository_leases where id = any(${anyNumberOf(ids)})`);
  }

  /** Returns the repositories that had write leases. */
  deleteAllOf(owner: string): Promise<number[]> {
    return this.deleteWhere(sql`l.owner = ${owner}`);
  }

  /** Repositories to which this owner holds a write lease, and no other owner holds one that is still valid. */
  async writtenByAlone(owner: string): Promise<number[]> {
    const rows = await this.database.rows(
      query(
        REPOSITORY_ID,
        sql`select distinct ${selectList(REPOSITORY_ID)} from repository_leases l
          where l.owner = ${owner} and l.kind = 'write' and not exists (
            select 1 from repository_leases o where o.repository_id = l.repository_id and o.kind = 'write'
              and o.owner <> l.owner and o.expires_at > now())`,
      ),
    );
    return rows.map(({ repositoryId }) => repositoryId);
  }

  /** Returns the repositories that had write leases. */
  deleteExpired(): Promise<number[]> {
    return this.deleteWhere(IS_EXPIRED);
  }

  private async deleteWhere(condition: Sql): Promise<number[]> {
    const rows = await this.database.rows(returning(ENDED, sql`delete from repository_leases l where ${condition}`));
    return rows.flatMap(({ kind, repositoryId }) => (kind === 'write' ? [repositoryId] : []));
  }

  private lockRepository(id: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from repositories where id = ${id} for update`);
  }
}
