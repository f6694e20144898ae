import { Column, Entity } from 'typeorm';
import { IdColumn, OptionalText, TimeColumn } from '../../database/columns.js';

/** Requests that may be repeated with the same key, and their answers (contract: conventions §12). */
@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  @IdColumn() id: number;
  /** Sender of the request: the acting user, and the real one under sudo. */
  @Column('text') identity: string;
  @Column('text') key: string;
  @Column('text') fingerprint: string;
  @Column('text') holder: string;
  @TimeColumn() leasedUntil: string;
  @Column('integer', { nullable: true }) status: number | null;
  /** Sealed. */
  @Column('bytea', { nullable: true }) answer: Buffer | null;
  @OptionalText() location: string | null;
  @TimeColumn() expiresAt: string;
  @Column('boolean', { default: false }) isCarriedOut: boolean;
}
