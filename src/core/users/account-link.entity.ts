import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** Purpose of a link. Sign-in links are printed by a command, the others are mailed. */
export type LinkPurpose = 'confirm' | 'reset' | 'sign_in';
export type MailedPurpose = Exclude<LinkPurpose, 'sign_in'>;

/** One-time links: to confirm an address, to set a new password, or to sign in. */
@Entity('account_links')
export class AccountLinkEntity {
  /** Digest of the link's secret, which itself is not stored. */
  @PrimaryColumn('bytea') digest: Buffer;
  @Column('bigint') userId: number;
  @Column('text') purpose: LinkPurpose;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
}
