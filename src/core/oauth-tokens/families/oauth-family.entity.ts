import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('oauth_families')
export class OauthFamilyEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) applicationId: number | null;
  @Column('bigint') userId: number;
  @Column('boolean') hasConsent: boolean;
  @OptionalText() redirectUri: string | null;
  @OptionalText() codeChallenge: string | null;
  @Column('text', { array: true }) scopes: readonly string[];
  @TimeColumn({ nullable: true }) authTime: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @OptionalText() revokedReason: string | null;
}
