import { Column, Entity } from 'typeorm';
import { IdColumn, OptionalText, TimeColumn } from '../../database/columns.js';

@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  @IdColumn() id: number;
  @Column('text') identity: string;
  @Column('text') key: string;
  @Column('text') fingerprint: string;
  @Column('text') holder: string;
  @TimeColumn() leasedUntil: string;
  @Column('integer', { nullable: true }) status: number | null;
  @Column('bytea', { nullable: true }) answer: Buffer | null;
  @OptionalText() location: string | null;
  @TimeColumn() expiresAt: string;
  @Column('boolean', { default: false }) isCarriedOut: boolean;
}
