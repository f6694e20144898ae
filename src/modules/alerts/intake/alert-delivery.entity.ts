import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

/** A signed request that was accepted, and its answer: a repeated request gets the same one (contract: alerts §8.4). */
@Entity('alert_deliveries')
export class AlertDeliveryEntity {
  @PrimaryColumn('bigint') integrationId: number;
  @PrimaryColumn('text') webhookId: string;
  /** JSON text. */
  @Column('text') answer: string;
  @Column('text') outcomes: string;
  @NowColumn() receivedAt: string;
}
