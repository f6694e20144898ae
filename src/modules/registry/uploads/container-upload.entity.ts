import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StagedUpload } from '../../../platform/blob/blob-store.js';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

/** An upload session (contract: registry §6.1). */
@Entity('container_uploads')
export class ContainerUploadEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') projectId: number;
  /** The repository's name as it was addressed: the session is unknown under any other. */
  @Column('text') repositoryPath: string;
  @Column('text') opener: string;
  @Column('text') storeRef: string;
  @Column('bigint', { default: 0 }) size: number;
  /** The blob store's own account of the bytes so far. */
  @Column('jsonb') staged: StagedUpload;
  /** Who writes now; null for nobody. */
  @OptionalText() writer: string | null;
  @TimeColumn({ nullable: true }) writerUntil: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
