import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { RefChange } from '../protection/push-policy.js';
import type { PushSource } from './push.js';

/** A change of refs that has begun and whose consequences are not applied yet (contract: git §6). */
@Entity('ref_intents')
export class RefIntentEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  /** Identity of the process that began it. */
  @Column('text') owner: string;
  @Column('jsonb') refs: readonly RefChange[];
  @Column('bigint') actorId: number;
  @Column('text') source: PushSource;
  @Column('text', { array: true, default: () => "'{}'" }) pushOptions: readonly string[];
  @Column('text', { default: '' }) address: string;
  @NowColumn() createdAt: string;
  @Column('bigint', { nullable: true }) idempotencyKeyId: number | null;
}
