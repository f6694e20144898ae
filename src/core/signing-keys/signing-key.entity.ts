import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PublicJwk } from '../../platform/crypto/rsa-key.js';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** Keys that tokens for others are signed with: one current, and those before it, which verify only. */
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
