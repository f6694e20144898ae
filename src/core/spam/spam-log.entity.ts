import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';
import type { SpamType } from './spam-subject.js';

/** Refusals that a solved CAPTCHA may lift, and blocks (contract: conventions §15). */
@Entity('spam_logs')
export class SpamLogEntity {
  @IdColumn() id: number;
  @Column('bigint') userId: number;
  @Column('text') type: SpamType;
  /** SHA-256 of the checked text. */
  @Column('bytea') textHash: Buffer;
  @Column('text') verdict: string;
  @TimeColumn({ nullable: true }) consumedAt: string | null;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
}
