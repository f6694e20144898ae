import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { STOPPED } from '../mover/move-failure.js';
import { tablesOf } from '../records/container-tables.sql.js';
import type { ItemOutcome } from './item-outcome.js';
import { StorageMoveItemEntity } from './storage-move-item.entity.js';

const CONTAINER = columnsOf(StorageMoveItemEntity, 'i', 'containerId');
const COUNTS = {
  settled: bigint`count(*) filter (where i.outcome is not null)`,
  skipped: bigint`count(*) filter (where i.outcome is not null and i.outcome not like 'scheduled%')`,
};
/** Progress of a run through its containers. */
export type ItemCounts = RowOf<typeof COUNTS>;

const SKIP = { ...CONTAINER, reason: text`i.outcome` };
const NAMED_SKIPS = 100;

/** The containers of bulk runs (contract: storage-moves §6). */
@Injectable()
export class BulkItemsRepository {
  constructor(private readonly database: Database) {}

  /** Stores all containers that have a repository on the storage, and returns their number. */
  plan(kind: ContainerKind, operationId: string, source: string): Promise<number> {
    return this.database.run(sql`
      insert into storage_move_items (operation_id, container_id)
      select distinct ${operationId}, v.id
      from (${tablesOf(kind).view}) v join repositories r on r.${tablesOf(kind).ownerColumn} = v.id
      where r.storage = ${source}`);
  }

  /** Like {@link plan}, for the containers whose last move by another run failed. */
  planFailed(kind: ContainerKind, operationId: string, endedId: string): Promise<number> {
    return this.database.run(sql`
      insert into storage_move_items (operation_id, container_id)
      select ${operationId}, m.container_id
      from (
        select distinct on (container_id) container_id, state from ${tablesOf(kind).moves}
        where operation_id = ${endedId} order by container_id, id desc) m
      where m.state = 'failed'`);
  }

  /** Containers that have not been processed yet, by id. */
  async next(operationId: string, limit: number): Promise<readonly number[]> {
    const rows = await this.database.rows(
      select(
        CONTAINER,
        sql`from storage_move_items i where i.operation_id = ${operationId} and i.outcome is null
          order by i.container_id limit ${limit}`,
      ),
    );
    return rows.map(({ containerId }) => containerId);
  }

  /** Containers whose only move by the run failed because its worker stopped, by id. */
  async stopped(kind: ContainerKind, operationId: string, limit: number): Promise<readonly number[]> {
    const rows = await this.database.rows(
      select(
        CONTAINER,
        sql`from storage_move_items i join ${tablesOf(kind).moves} m
            on m.operation_id = i.operation_id and m.container_id = i.container_id
          where i.operation_id = ${operationId} and i.outcome = 'scheduled'
            and m.state = 'failed' and m.error_message = ${STOPPED}
          order by i.container_id limit ${limit}`,
      ),
    );
    return rows.map(({ containerId }) => containerId);
  }

  async settle(operationId: string, containerId: number, outcome: ItemOutcome): Promise<void> {
    await this.database.run(sql`
      update storage_move_items set outcome = ${outcome}
      where operation_id = ${operationId} and container_id = ${containerId}`);
  }

  async counts(operationId: string): Promise<ItemCounts> {
    const row = await this.database.row(
      select(COUNTS, sql`from storage_move_items i where i.operation_id = ${operationId}`),
    );
    return row ?? { settled: 0, skipped: 0 };
  }

  /** The first containers that were skipped, with the reasons. */
  skips(operationId: string): Promise<RowOf<typeof SKIP>[]> {
    return this.database.rows(
      select(
        SKIP,
        sql`from storage_move_items i
          where i.operation_id = ${operationId} and i.outcome is not null and i.outcome not like 'scheduled%'
          order by i.container_id limit ${NAMED_SKIPS}`,
      ),
    );
  }
}
