import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

@Entity('access_tokens')
export class AccessTokenEntity {
  @IdColumn() id: number;
  @Column('text') kind: 'personal' | 'impersonation' | 'project' | 'group';
  @Column('bigint') userId: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('integer', { nullable: true }) accessLevel: number | null;
  @Column('text') name: string;
  @OptionalText() description: string | null;
  @Column('text', { array: true }) scopes: readonly string[];
  /** SHA-256 of the token, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  /** Expired from 00:00 UTC of this day. */
  @Column('date', { nullable: true }) expiresAt: string | null;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @TimeColumn({ nullable: true }) rotatedAt: string | null;
  @Column('bigint', { nullable: true }) successorId: number | null;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @OptionalText() lastUsedIp: string | null;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  @NowColumn() createdAt: string;
}
