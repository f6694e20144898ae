import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { Json } from '../kinds/step.js';
import type { DeliveryState, DeliveryTrigger } from './delivery-state.js';

/** A message to an integration because of an event (contract: integrations §8). */
@Entity('deliveries')
export class DeliveryEntity {
  @IdColumn() id: number;
  /** `dlv_…`: identifies the delivery for receivers, in all attempts. */
  @Column('text', { default: () => "('dlv_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text))" })
  uuid: string;
  @Column('bigint') projectId: number;
  @Column('bigint') integrationId: number;
  @Column('bigint') eventId: number;
  /** Object kind of the event, for filtering the log. */
  @Column('text') objectKind: ObjectKind;
  @Column('text') trigger: DeliveryTrigger;
  @Column('bigint', { nullable: true }) redeliveryOf: number | null;
  /** The bulk redelivery that created it. */
  @OptionalText() operationId: string | null;
  @Column('text', { default: 'pending' }) state: DeliveryState;
  @Column('integer', { default: 0 }) attemptsCount: number;
  /** Null while the delivery is in progress and once it is final. */
  @TimeColumn({ nullable: true, default: () => 'now()' }) nextAttemptAt: string | null;
  /** The time that the receiver asked to wait for before the next attempt (contract: integrations §8.2). */
  @TimeColumn({ nullable: true }) notBefore: string | null;
  @OptionalText() leaseOwner: string | null;
  @TimeColumn({ nullable: true }) leaseUntil: string | null;
  /** Results of finished steps by step key, for the steps that follow. */
  @Column('jsonb', { default: () => "'{}'" }) doneSteps: Readonly<Record<string, Json>>;
  @Column('integer', { nullable: true }) responseStatus: number | null;
  @OptionalText() errorCode: string | null;
  @OptionalText() error: string | null;
  @Column('integer', { nullable: true }) durationMs: number | null;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
}
