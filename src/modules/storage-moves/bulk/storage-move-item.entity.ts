import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ItemOutcome } from './item-outcome.js';

/** A container that a bulk run found when it started (contract: storage-moves §6). */
@Entity('storage_move_items')
export class StorageMoveItemEntity {
  @PrimaryColumn('text') operationId: string;
  @PrimaryColumn('bigint') containerId: number;
  /** Null until the container is processed. */
  @Column('text', { nullable: true }) outcome: ItemOutcome | null;
}
