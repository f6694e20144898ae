import { Injectable } from '@nestjs/common';
import sql, { empty, join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { bigint, boolean, returning, select } from '../../../platform/database/typed-sql.js';
import { CONTAINER_COLUMNS, MOVE_COLUMNS } from './storage-move.columns.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { ShownMove, StorageMove } from '../storage-move.js';
import type { MoveChecksums } from './move-checksums.js';
import type { MoveState } from './move-state.js';
import { tablesOf } from './container-tables.sql.js';

/** Whether a move has not ended. */
export const IS_ANY_MOVE_UNDER_WAY = join(
  Object.values(CONTAINER_KINDS).map(
    (kind) => sql`exists (
      select 1 from ${tablesOf(kind).moves} m where m.state in ('scheduled', 'started', 'replicated'))`,
  ),
  ' or ',
  '(',
  ')',
);

export interface MoveFilters {
  readonly containerId?: number | undefined;
  readonly state?: string | undefined;
  readonly source?: string | undefined;
  readonly destination?: string | undefined;
}

/** How a move ends, and from which state. */
export interface MoveOutcome {
  readonly from: MoveState;
  readonly to: MoveEnd;
  readonly error: string | null;
}

/** The result of copying; `checksums` is null if nothing was copied because source and destination are the same. */
export interface ReplicatedCopy {
  readonly checksums: MoveChecksums | null;
  readonly bytes: { readonly done: number; readonly total: number };
}

/** A move that has begun, and whether its container is archived, in which case it fails at once. */
export type BegunMove = StorageMove & { readonly isArchived: boolean };

export type NewMove = Pick<StorageMove, 'containerId' | 'sourceStorage' | 'destinationStorage' | 'operationId'>;

/** Final states of a move. */
export type MoveEnd = Extract<MoveState, 'finished' | 'failed' | 'cleanup failed'>;

const SHOWN = { ...MOVE_COLUMNS, ...CONTAINER_COLUMNS };
const ID = { id: bigint`m.id` };
const MAX_ID_DIGITS = 18;

/** Records of moves (contract: storage-moves §2, §4, §10). */
@Injectable()
export class StorageMovesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Newest first. */
  page(kind: ContainerKind, filters: MoveFilters, page: PageRequest): Promise<Page<ShownMove>> {
    const list = listOf({
      type: 'RepositoryStorageMove',
      columns: SHOWN,
      from: shownFrom(kind),
      defaultSort: { by: 'id', direction: 'desc' },
    });
    return this.lists.page(list, conditions(filters), { page });
  }

  find(kind: ContainerKind, id: number, containerId?: number): Promise<ShownMove | null> {
    const ofContainer = containerId === undefined ? empty : sql`and m.container_id = ${containerId}`;
    return this.database.row(select(SHOWN, sql`from ${shownFrom(kind)} where m.id = ${id} ${ofContainer}`));
  }

  /** Returns the id of a container by its id, or by its full path if it has one; null if there is none. */
  async findContainer(kind: ContainerKind, reference: string): Promise<number | null> {
    const isMeant = meant(kind, reference);
    const row =
      isMeant &&
      (await this.database.row(select({ id: bigint`v.id` }, sql`from (${tablesOf(kind).view}) v where ${isMeant}`)));
    return row?.id ?? null;
  }

  /** Whether the container exists and is not about to be deleted. */
  hasContainer(kind: ContainerKind, containerId: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from (${tablesOf(kind).view}) v where v.id = ${containerId}`);
  }

  /** Returns only the record, even if its container is about to be deleted. */
  findIn(kind: ContainerKind, id: number, state: MoveState): Promise<StorageMove | null> {
    return this.database.row(
      select(MOVE_COLUMNS, sql`from ${tablesOf(kind).moves} m where m.id = ${id} and m.state = ${state}`),
    );
  }

  /** Whether the move has not ended, even if its container is about to be deleted. */
  isUnderWay(kind: ContainerKind, id: number): Promise<boolean> {
    return this.database.exists(
      sql`select 1 from ${tablesOf(kind).moves} m where m.id = ${id} and m.finished_at is null`,
    );
  }

  /** Also makes the container's repositories read-only (contract: storage-moves §4). */
  async insert(kind: ContainerKind, move: NewMove): Promise<number> {
    const { containerId, sourceStorage, destinationStorage, operationId } = move;
    const row = await this.database.row(
      returning(
        ID,
        sql`with flagged as (
            update repositories set read_only = true, updated_at = now()
            where ${tablesOf(kind).ownerColumn} = ${containerId})
          insert into ${tablesOf(kind).moves} as m (container_id, source_storage, destination_storage, operation_id)
          values (${containerId}, ${sourceStorage}, ${destinationStorage}, ${operationId})`,
      ),
    );
    return row?.id ?? 0;
  }

  /** Returns null for a move that another job has begun, or that is no longer scheduled. */
  begin(kind: ContainerKind, id: number): Promise<BegunMove | null> {
    const { moves, containers, isArchived } = tablesOf(kind);
    return this.database.row(
      returning(
        { ...MOVE_COLUMNS, isArchived: boolean`${isArchived}` },
        sql`update ${moves} m set state = 'started', started_at = now(), updated_at = now(), bytes_total = 0
          from ${containers} c where m.id = ${id} and m.state = 'scheduled' and c.id = m.container_id`,
      ),
    );
  }

  /** Returns whether the move has been canceled. */
  async noteProgress(kind: ContainerKind, id: number, done: number, total: number): Promise<boolean> {
    const row = await this.database.row(
      returning(
        { isCanceled: boolean`m.cancel_requested` },
        sql`update ${tablesOf(kind).moves} m set bytes_done = ${done}, bytes_total = ${total}, updated_at = now()
          where m.id = ${id}`,
      ),
    );
    return row?.isCanceled ?? true;
  }

  /**
   * Switches the container and its repositories to the destination. Returns false if the move was canceled or no longer
   * belongs to this worker.
   */
  replicate(kind: ContainerKind, id: number, { checksums, bytes }: ReplicatedCopy): Promise<boolean> {
    const { moves, containers, ownerColumn } = tablesOf(kind);
    const compared = checksums && JSON.stringify(checksums);
    const kept = kind.keepsStorage ? sql`repository_storage = s.destination_storage,` : empty;
    return this.database.exists(sql`
      with switched as (
        update ${moves} set state = 'replicated', checksums = ${compared}::jsonb, bytes_done = ${bytes.done},
          bytes_total = ${bytes.total}, updated_at = now()
        where id = ${id} and state = 'started' and not cancel_requested
        returning container_id, destination_storage),
      placed as (
        update repositories r set storage = s.destination_storage, updated_at = now()
        from switched s where r.${ownerColumn} = s.container_id),
      kept as (update ${containers} c set ${kept} updated_at = now() from switched s where c.id = s.container_id)
      select 1 from switched`);
  }

  /** Makes the container's repositories writable again. Returns false for a move that is in another state by now. */
  end(kind: ContainerKind, id: number, { from, to, error }: MoveOutcome): Promise<boolean> {
    const { moves, ownerColumn } = tablesOf(kind);
    return this.database.exists(sql`
      with ended as (
        update ${moves}
        set state = ${to}, error_message = ${error}, finished_at = now(), updated_at = now(),
          has_leftover = ${to === 'cleanup failed'}
        where id = ${id} and state = ${from}
        returning container_id),
      freed as (
        update repositories r set read_only = false, updated_at = now()
        from ended e where r.${ownerColumn} = e.container_id)
      select 1 from ended`);
  }

  /** Returns moves whose old copy could not be removed from the storage, in pages. */
  leftovers(kind: ContainerKind, storage: string, after: number, limit: number): Promise<StorageMove[]> {
    return this.database.rows(
      select(
        MOVE_COLUMNS,
        sql`from ${tablesOf(kind).moves} m where m.has_leftover and m.source_storage = ${storage} and m.id > ${after}
          order by m.id limit ${limit}`,
      ),
    );
  }

  async forgetLeftover(kind: ContainerKind, id: number): Promise<void> {
    await this.database.run(sql`update ${tablesOf(kind).moves} set has_leftover = false where id = ${id}`);
  }

  /** Returns null if the move can no longer be canceled. */
  async requestCancel(kind: ContainerKind, id: number): Promise<StorageMove | null> {
    return this.database.row(
      returning(
        MOVE_COLUMNS,
        sql`update ${tablesOf(kind).moves} m set cancel_requested = true, updated_at = now()
          where m.id = ${id} and m.state in ('scheduled', 'started')`,
      ),
    );
  }

  /** Returns moves in this state, created at least `ageSeconds` ago, that no worker holds; at most `limit`. */
  unheld(kind: ContainerKind, state: MoveState, limit: number, ageSeconds = 0): Promise<StorageMove[]> {
    return this.database.rows(
      select(
        MOVE_COLUMNS,
        sql`from ${tablesOf(kind).moves} m
          where m.state = ${state} and m.created_at <= now() - ${ageSeconds} * interval '1 second' and not exists (
            select 1 from repositories r join repository_leases l on l.repository_id = r.id
            where r.${tablesOf(kind).ownerColumn} = m.container_id and l.kind = 'move' and l.expires_at > now())
          order by m.id limit ${limit}`,
      ),
    );
  }
}

const shownFrom = (kind: ContainerKind): Sql =>
  sql`${tablesOf(kind).moves} m join (${tablesOf(kind).view}) v on v.id = m.container_id`;

function conditions({ containerId, state, source, destination }: MoveFilters): Sql[] {
  return [
    ...(containerId === undefined ? [] : [sql`m.container_id = ${containerId}`]),
    ...(state === undefined ? [] : [sql`m.state = ${state}`]),
    ...(source === undefined ? [] : [sql`m.source_storage = ${source}`]),
    ...(destination === undefined ? [] : [sql`m.destination_storage = ${destination}`]),
  ];
}

function meant({ name }: ContainerKind, reference: string): Sql | null {
  if (/^\d+$/.test(reference)) {
    return reference.length > MAX_ID_DIGITS ? null : sql`v.id = ${Number(reference)}`;
  }
  return name === 'snippet' ? null : sql`lower(v.full_path) collate "C" = lower(${reference})`;
}
