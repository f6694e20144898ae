import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('spam_logs')
export class SpamLogEntity {
  @IdColumn() id: number;
  @Column('bigint') userId: number;
  @Column('text') type: string;
  @Column('bytea') textHash: Buffer;
  @Column('text') verdict: string;
  @TimeColumn({ nullable: true }) consumedAt: string | null;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
}
