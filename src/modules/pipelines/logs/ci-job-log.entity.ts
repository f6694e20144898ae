import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('ci_job_logs')
export class CiJobLogEntity {
  @PrimaryColumn('bigint') jobId: number;
  @PrimaryColumn('bigint') position: number;
  @Column('integer') size: number;
  @Column('text') blobKey: string;
}
