import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

@Entity('oauth_access_tokens')
export class OauthAccessTokenEntity {
  @IdColumn() id: number;
  /** Digest of the token, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  /** The refresh token that was issued with it. */
  @Column('bigint', { nullable: true }) refreshTokenId: number | null;
  @Column('bigint') userId: number;
  /** Null for the password grant without a client. */
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @Column('text', { array: true }) scopes: readonly string[];
  @NowColumn() createdAt: string;
  @TimeColumn() expiresAt: string;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @OptionalText() lastUsedIp: string | null;
}
