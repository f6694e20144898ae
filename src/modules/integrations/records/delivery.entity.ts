import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { Json } from '../kinds/step.js';
import type { DeliveryState, DeliveryTrigger } from './delivery-state.js';

/** What an integration is sent because of an event (contract: integrations §8). */
@Entity('deliveries')
export class DeliveryEntity {
  @IdColumn() id: number;
  /** `dlv_…`: receivers know its attempts by it. */
  @Column('text', { default: () => "('dlv_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text))" })
  uuid: string;
  @Column('bigint') projectId: number;
  @Column('bigint') integrationId: number;
  @Column('bigint') eventId: number;
  /** That of the event, which the log is filtered by. */
  @Column('text') objectKind: ObjectKind;
  @Column('text') trigger: DeliveryTrigger;
  @Column('bigint', { nullable: true }) redeliveryOf: number | null;
  /** The bulk redelivery that made it. */
  @OptionalText() operationId: string | null;
  @Column('text', { default: 'pending' }) state: DeliveryState;
  @Column('integer', { default: 0 }) attemptsCount: number;
  /** Null once it is under way or final. */
  @TimeColumn({ nullable: true, default: () => 'now()' }) nextAttemptAt: string | null;
  @OptionalText() leaseOwner: string | null;
  @TimeColumn({ nullable: true }) leaseUntil: string | null;
  /** By the key of the step: what its continuation needs. */
  @Column('jsonb', { default: () => "'{}'" }) doneSteps: Readonly<Record<string, Json>>;
  @Column('integer', { nullable: true }) responseStatus: number | null;
  @OptionalText() errorCode: string | null;
  @OptionalText() error: string | null;
  @Column('integer', { nullable: true }) durationMs: number | null;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
}
