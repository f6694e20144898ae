import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { MoveChecksums } from './move-checksums.js';
import type { MoveState } from './move-state.js';

/** A move of a container's repositories from one storage to another (contract: storage-moves §2). */
export abstract class StorageMoveColumns {
  @IdColumn() id: number;
  @Column('bigint') containerId: number;
  @Column('text', { default: 'scheduled' }) state: MoveState;
  @Column('text') sourceStorage: string;
  @Column('text') destinationStorage: string;
  /** Id of the bulk run that created the move. */
  @OptionalText() operationId: string | null;
  @OptionalText() errorMessage: string | null;
  @Column('bigint', { default: 0 }) bytesDone: number;
  /** Null until it is known. */
  @Column('bigint', { nullable: true }) bytesTotal: number | null;
  @Column('boolean', { default: false }) cancelRequested: boolean;
  /** Checksums of the copies; null until they are compared, and if nothing was copied. */
  @Column('jsonb', { nullable: true }) checksums: MoveChecksums | null;
  /** Whether the old copy still exists because it could not be removed. */
  @Column('boolean', { default: false }) hasLeftover: boolean;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

@Entity('project_repository_storage_moves')
export class ProjectStorageMoveEntity extends StorageMoveColumns {}
