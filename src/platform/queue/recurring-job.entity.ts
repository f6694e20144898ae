import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns.js';

/** When each recurring job is enqueued next, once for all processes. */
@Entity('recurring_jobs')
export class RecurringJobEntity {
  @PrimaryColumn('text') name: string;
  @TimeColumn() nextRunAt: string;
}
