import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

@Entity('ref_intents')
export class RefIntentEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') owner: string;
  @Column('jsonb') refs: unknown;
  @Column('bigint') actorId: number;
  @Column('text') source: string;
  @Column('text', { array: true, default: () => "'{}'" }) pushOptions: readonly string[];
  @Column('text', { default: '' }) address: string;
  @NowColumn() createdAt: string;
  @Column('bigint', { nullable: true }) idempotencyKeyId: number | null;
}
