import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';
import type { AlertOutcome } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** A payload about an alert; only the newest ones of each alert are kept (contract: alerts §5, §8.5). */
@Entity('alert_occurrences')
export class AlertOccurrenceEntity {
  @IdColumn() id: number;
  @Column('bigint') alertId: number;
  /** Number within the alert, from 1. */
  @Column('bigint') number: number;
  @Column('bigint', { nullable: true }) integrationId: number | null;
  @Column('text') outcome: AlertOutcome;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) endedAt: string | null;
  @Column('json') payload: JsonObject;
  @NowColumn() receivedAt: string;
}
