import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('two_factor')
export class TwoFactorEntity {
  @PrimaryColumn('bigint') userId: number;
  @Column('bytea') secret: Buffer;
  @TimeColumn({ nullable: true }) confirmedAt: string | null;
  @Column('bigint', { default: 0 }) lastStep: number;
  @NowColumn() createdAt: string;
}
