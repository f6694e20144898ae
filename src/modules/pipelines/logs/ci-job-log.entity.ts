import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A contiguous part of a job's log; its bytes are in the blob store. */
@Entity('ci_job_logs')
export class CiJobLogEntity {
  @PrimaryColumn('bigint') jobId: number;
  /** Offset of the part in the stored log. */
  @PrimaryColumn('bigint') position: number;
  @Column('integer') size: number;
  @Column('text') blobKey: string;
}
