import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PublicJwk } from '../../platform/crypto/rsa-key.js';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** Keys for signing tokens that others verify: one current key, and earlier ones for verification only. */
@Entity('signing_keys')
export class SigningKeyEntity {
  @PrimaryColumn('text') kid: string;
  @Column('text') algorithm: string;
  @Column('jsonb') publicJwk: PublicJwk;
  /** PKCS #8, sealed. */
  @Column('bytea') privateKey: Buffer;
  @TimeColumn({ nullable: true }) retiredAt: string | null;
  @NowColumn() createdAt: string;
}
