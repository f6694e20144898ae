import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

@Entity('ci_artifacts')
export class CiArtifactEntity {
  @IdColumn() id: number;
  @Column('bigint') jobId: number;
  @Column('text') fileType: string;
  @Column('text') fileFormat: string;
  @Column('text') filename: string;
  @Column('bigint') size: number;
  @Column('text') blobKey: string;
  @NowColumn() createdAt: string;
}
