import { Column, Entity } from 'typeorm';
import { IdColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

/**
 * A code that travels through the browser and is exchanged by its client; it belongs to a family with the granted
 * scopes.
 */
@Entity('oauth_codes')
export class OauthCodeEntity {
  @IdColumn() id: number;
  /** Digest of the code, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  @OptionalText() nonce: string | null;
  @TimeColumn() expiresAt: string;
  @TimeColumn({ nullable: true }) usedAt: string | null;
}
