import { Column, Entity } from 'typeorm';
import { IdColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('oauth_codes')
export class OauthCodeEntity {
  @IdColumn() id: number;
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  @OptionalText() nonce: string | null;
  @TimeColumn() expiresAt: string;
  @TimeColumn({ nullable: true }) usedAt: string | null;
}
