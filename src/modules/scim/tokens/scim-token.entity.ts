import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** Tokens with which identity providers manage the members of one group (contract: scim-graphql §A1). */
@Entity('scim_tokens')
export class ScimTokenEntity {
  @IdColumn() id: number;
  @Column('bigint') groupId: number;
  @Column('text') name: string;
  /** Digest of the token, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  /** Level of new members. */
  @Column('integer', { default: 10 }) defaultAccessLevel: number;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  /** Expired from 00:00 UTC of this day. */
  @Column('date', { nullable: true }) expiresAt: string | null;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @NowColumn() createdAt: string;
}
