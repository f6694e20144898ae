import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { AlertStatus, Severity } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** Contract: alerts §2.1, §5. */
@Entity('alerts')
export class AlertEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint') iid: number;
  /** The integration that created the alert. */
  @Column('bigint', { nullable: true }) integrationId: number | null;
  @Column('text') title: string;
  @OptionalText() description: string | null;
  @OptionalText() service: string | null;
  @OptionalText() monitoringTool: string | null;
  @OptionalText() environment: string | null;
  @OptionalText() runbook: string | null;
  @Column('text', { array: true, default: () => "'{}'" }) hosts: readonly string[];
  @Column('text') severity: Severity;
  @Column('text') status: AlertStatus;
  /** Number of firings. */
  @Column('bigint', { default: 1 }) events: number;
  /** Number of payloads about the alert, including recoveries. */
  @Column('bigint', { default: 1 }) occurrences: number;
  @Column('text') fingerprint: string;
  @Column('json') payload: JsonObject;
  @TimeColumn() startedAt: string;
  @TimeColumn({ nullable: true }) endedAt: string | null;
  @NowColumn() lastEventAt: string;
  @TimeColumn({ nullable: true }) acknowledgedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
