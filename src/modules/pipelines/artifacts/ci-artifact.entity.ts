import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { ArtifactFormat } from './artifact-format.js';

/** A file that a job uploaded; its bytes lie in the blob store (contract: triggers §7, §9). */
@Entity('ci_artifacts')
export class CiArtifactEntity {
  @IdColumn() id: number;
  @Column('bigint') jobId: number;
  /** That of the job: when both are deleted, the file is still counted off. */
  @Column('bigint') projectId: number;
  @Column('text') fileType: string;
  @Column('text') fileFormat: ArtifactFormat;
  @Column('text') filename: string;
  /** Bytes. */
  @Column('bigint') size: number;
  @Column('text') blobKey: string;
  @NowColumn() createdAt: string;
}
