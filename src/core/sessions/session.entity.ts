import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

@Entity('sessions')
export class SessionEntity {
  @IdColumn() id: number;
  @Column('bytea') digest: Buffer;
  @Column('bigint', { nullable: true }) userId: number | null;
  @Column('boolean', { default: false }) isRemembered: boolean;
  @TimeColumn({ nullable: true }) signedInAt: string | null;
  @Column('bigint', { nullable: true }) pendingUserId: number | null;
  @TimeColumn({ nullable: true }) pendingUntil: string | null;
  @Column('jsonb', { default: () => "'[]'" }) returnTargets: unknown;
  @Column('text') address: string;
  @OptionalText() userAgent: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() lastSeenAt: string;
  @TimeColumn() expiresAt: string;
}
