import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';
import type { StepLog } from './step-log.js';

/** One attempt of a delivery, as its log shows it: secrets are filtered (contract: integrations §8.5). */
@Entity('delivery_attempts')
export class DeliveryAttemptEntity {
  @PrimaryColumn('bigint') deliveryId: number;
  @PrimaryColumn('integer') number: number;
  @TimeColumn() startedAt: string;
  @Column('integer') durationMs: number;
  @Column('text') outcome: string;
  @Column('jsonb') steps: readonly StepLog[];
}
