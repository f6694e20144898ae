import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { bigint, boolean, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { MOVE_COLUMNS } from '../records/storage-move.columns.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { StorageMove } from '../storage-move.js';
import { tablesOf } from '../records/container-tables.sql.js';

const CANDIDATE = {
  id: bigint`v.id`,
  name: text`v.name`,
  title: text`v.title`,
  storage: text`min(r.storage)`,
  isReadOnly: boolean`bool_or(r.read_only)`,
  isArchived: boolean`bool_or(v.archived)`,
  bytes: bigint`coalesce(sum(r.size_bytes), 0)::bigint`,
};
const CANDIDATES_AT_ONCE = 1000;
/** A container on the source storage, as shown by a dry run. */
export type Candidate = RowOf<typeof CANDIDATE>;

const TOTALS = {
  scheduled: bigint`count(*)`,
  active: bigint`count(*) filter (where m.state in ('scheduled', 'started', 'replicated'))`,
  finished: bigint`count(*) filter (where m.state = 'finished')`,
  failed: bigint`count(*) filter (where m.state = 'failed')`,
  cleanupFailed: bigint`count(*) filter (where m.state = 'cleanup failed')`,
  /** Includes moves in any state. */
  copied: bigint`coalesce(sum(m.bytes_done), 0)::bigint`,
  bytes: bigint`coalesce(sum(m.bytes_done) filter (where m.state in ('finished', 'cleanup failed')), 0)::bigint`,
};
/** Progress of a run; only the last move of each container counts. */
export type RunTotals = RowOf<typeof TOTALS>;

const activeOf = (kind: ContainerKind) => ({
  total: bigint`count(*)`,
  /** Moves that wait for running writes, or for reads of the old copy. */
  waiting: bigint`count(*) filter (where m.state = 'replicated' or m.state = 'started' and exists (
    select 1 from repositories r join repository_leases l on l.repository_id = r.id
    where r.${tablesOf(kind).ownerColumn} = m.container_id and l.kind = 'write' and l.expires_at > now()))`,
});
/** Numbers of a run's moves that have not ended. */
export type ActiveMoves = RowOf<ReturnType<typeof activeOf>>;

const FAILURE = {
  id: bigint`m.id`,
  containerId: bigint`m.container_id`,
  errorMessage: text`coalesce(m.error_message, '')`,
};
const NAMED_FAILURES = 100;

/** Queries of bulk runs (contract: storage-moves §6). */
@Injectable()
export class BulkMovesRepository {
  constructor(private readonly database: Database) {}

  /** Containers on a storage as shown by a dry run, by id. */
  async *candidates(kind: ContainerKind, source: string): AsyncGenerator<Candidate> {
    let after = 0;
    for (;;) {
      const found = await this.select(kind, sql`r.storage = ${source} and v.id > ${after}`, CANDIDATES_AT_ONCE);
      yield* found;
      const last = found.at(-1);
      if (!last) {
        return;
      }
      after = last.id;
    }
  }

  async candidate(kind: ContainerKind, id: number): Promise<Candidate | null> {
    return (await this.select(kind, sql`v.id = ${id}`, 1))[0] ?? null;
  }

  async totals(kind: ContainerKind, operationId: string): Promise<RunTotals> {
    const row = await this.database.row(select(TOTALS, sql`from (${lastMoves(kind, operationId)}) m`));
    return row ?? { scheduled: 0, active: 0, finished: 0, failed: 0, cleanupFailed: 0, copied: 0, bytes: 0 };
  }

  failures(kind: ContainerKind, operationId: string) {
    return this.database.rows(
      select(
        FAILURE,
        sql`from (${lastMoves(kind, operationId)}) m where m.state in ('failed', 'cleanup failed') order by m.id
          limit ${NAMED_FAILURES}`,
      ),
    );
  }

  async active(kind: ContainerKind, operationId: string): Promise<ActiveMoves> {
    const row = await this.database.row(
      select(
        activeOf(kind),
        sql`from ${tablesOf(kind).moves} m
          where m.operation_id = ${operationId} and m.state in ('initial', 'scheduled', 'started', 'replicated')`,
      ),
    );
    return row ?? { total: 0, waiting: 0 };
  }

  /** Moves before their switch. */
  cancelable(kind: ContainerKind, operationId: string): Promise<StorageMove[]> {
    return this.database.rows(
      select(
        MOVE_COLUMNS,
        sql`from ${tablesOf(kind).moves} m where m.operation_id = ${operationId} and m.state in ('scheduled', 'started')`,
      ),
    );
  }

  private select(kind: ContainerKind, condition: Sql, limit: number): Promise<Candidate[]> {
    return this.database.rows(
      select(
        CANDIDATE,
        sql`from (select v.*, ${tablesOf(kind).isArchived} as archived from (${tablesOf(kind).view}) v join ${tablesOf(kind).containers} c on c.id = v.id) v
          join repositories r on r.${tablesOf(kind).ownerColumn} = v.id
          where ${condition} group by v.id, v.name, v.title order by v.id limit ${limit}`,
      ),
    );
  }
}

const lastMoves = (kind: ContainerKind, operationId: string): Sql => sql`
  select distinct on (container_id) * from ${tablesOf(kind).moves} where operation_id = ${operationId}
  order by container_id, id desc`;
