import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A run of bytes of a job's log; they lie in the blob store. */
@Entity('ci_job_logs')
export class CiJobLogEntity {
  @PrimaryColumn('bigint') jobId: number;
  /** Where it begins in the stored log. */
  @PrimaryColumn('bigint') position: number;
  @Column('integer') size: number;
  @Column('text') blobKey: string;
}
