import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StagedUpload } from '../../../platform/blob/blob-store.js';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

/** An upload session (contract: registry §6.1). */
@Entity('container_uploads')
export class ContainerUploadEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') projectId: number;
  /** The repository's name in the request that opened the session, which is unknown under any other name. */
  @Column('text') repositoryPath: string;
  @Column('text') opener: string;
  @Column('text') storeRef: string;
  @Column('bigint', { default: 0 }) size: number;
  /** The blob store's state of the upload. */
  @Column('jsonb') staged: StagedUpload;
  /** The writer that holds the lease; null if there is none. */
  @OptionalText() writer: string | null;
  @TimeColumn({ nullable: true }) writerUntil: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
