import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** Second factors of accounts, confirmed or pending (contract: oauth §2.3). */
@Entity('two_factor')
export class TwoFactorEntity {
  @PrimaryColumn('bigint') userId: number;
  /** Sealed. */
  @Column('bytea') secret: Buffer;
  @TimeColumn({ nullable: true }) confirmedAt: string | null;
  /** Codes of time steps up to this one have been used. */
  @Column('bigint', { default: 0 }) lastStep: number;
  @NowColumn() createdAt: string;
}
