import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../database/columns.js';
import type { JobPayload } from './job.js';

/** The outbox: jobs that are waiting, leased until `runAt`, or dead. Finished jobs are deleted. */
@Entity('jobs')
export class JobEntity {
  @IdColumn() id: number;
  @Column('text') name: string;
  @Column('jsonb') payload: JobPayload;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('integer') maxAttempts: number;
  @NowColumn() runAt: string;
  @OptionalText() leasedBy: string | null;
  @OptionalText() uniqueKey: string | null;
  @OptionalText() lastError: string | null;
  @TimeColumn({ nullable: true }) deadAt: string | null;
  @NowColumn() createdAt: string;
}
