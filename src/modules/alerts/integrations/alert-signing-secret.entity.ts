import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A secret that a sender signs with; older ones stay valid for some time (contract: alerts §8.4). */
@Entity('alert_signing_secrets')
export class AlertSigningSecretEntity {
  @IdColumn() id: number;
  @Column('bigint') integrationId: number;
  /** Sealed. */
  @Column('bytea') secret: Buffer;
  @TimeColumn({ nullable: true }) validUntil: string | null;
  @NowColumn() createdAt: string;
}
