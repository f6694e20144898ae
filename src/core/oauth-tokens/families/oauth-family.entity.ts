import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

export type RevokedReason = 'code replayed' | 'refresh token reused' | 'revoked by client' | 'revoked by user';

/** One authorization of an application by a user; all its tokens belong to it (contract: oauth §4, §12). */
@Entity('oauth_families')
export class OauthFamilyEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @Column('bigint') userId: number;
  /** The user was asked, or the application is trusted: later requests need not ask again. */
  @Column('boolean') hasConsent: boolean;
  @OptionalText() redirectUri: string | null;
  @OptionalText() codeChallenge: string | null;
  @Column('text', { array: true }) scopes: readonly string[];
  @TimeColumn({ nullable: true }) authTime: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @OptionalText() revokedReason: RevokedReason | null;
}
