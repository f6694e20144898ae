import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns.js';

@Entity('recurring_jobs')
export class RecurringJobEntity {
  @PrimaryColumn('text') name: string;
  @TimeColumn() nextRunAt: string;
}
