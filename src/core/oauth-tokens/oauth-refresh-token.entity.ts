import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('oauth_refresh_tokens')
export class OauthRefreshTokenEntity {
  @IdColumn() id: number;
  /** Digest of the token, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  /** The refresh token that it was exchanged for. */
  @Column('bigint', { nullable: true }) parentId: number | null;
  @TimeColumn({ nullable: true }) consumedAt: string | null;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  /** Digest of the idempotency key of the refresh: a repeated request gets the same answer (contract: oauth §14.2). */
  @Column('bytea', { nullable: true }) replayKey: Buffer | null;
  /** Sealed under the token that was exchanged. */
  @Column('bytea', { nullable: true }) replayAnswer: Buffer | null;
  @NowColumn() createdAt: string;
}
