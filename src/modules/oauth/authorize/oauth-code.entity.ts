import { Column, Entity } from 'typeorm';
import { IdColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

/** A code on its way through a browser, for its client to exchange; bound to a family that holds what was granted. */
@Entity('oauth_codes')
export class OauthCodeEntity {
  @IdColumn() id: number;
  /** Of the code, which is stored nowhere. */
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  @OptionalText() nonce: string | null;
  @TimeColumn() expiresAt: string;
  @TimeColumn({ nullable: true }) usedAt: string | null;
}
