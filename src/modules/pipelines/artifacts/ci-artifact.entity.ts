import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { ArtifactFormat } from './artifact-format.js';

/** A file uploaded by a job; its bytes are in the blob store (contract: triggers §7, §9). */
@Entity('ci_artifacts')
export class CiArtifactEntity {
  @IdColumn() id: number;
  @Column('bigint') jobId: number;
  /** Project of the job, so that the file is still subtracted from the project's total when both are deleted. */
  @Column('bigint') projectId: number;
  @Column('text') fileType: string;
  @Column('text') fileFormat: ArtifactFormat;
  @Column('text') filename: string;
  /** In bytes. */
  @Column('bigint') size: number;
  @Column('text') blobKey: string;
  @NowColumn() createdAt: string;
}
