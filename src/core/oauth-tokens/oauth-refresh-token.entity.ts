import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('oauth_refresh_tokens')
export class OauthRefreshTokenEntity {
  @IdColumn() id: number;
  /** Of the token, which is stored nowhere. */
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  /** The one it was renewed from. */
  @Column('bigint', { nullable: true }) parentId: number | null;
  @TimeColumn({ nullable: true }) consumedAt: string | null;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  /** Digest of the idempotency key of the refresh: a repeated one gets the same answer (contract: oauth §14.2). */
  @Column('bytea', { nullable: true }) replayKey: Buffer | null;
  /** Sealed under the token that was renewed. */
  @Column('bytea', { nullable: true }) replayAnswer: Buffer | null;
  @NowColumn() createdAt: string;
}
