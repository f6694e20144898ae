import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** What a link is for; those to sign in are printed by a command, the others mailed. */
export type LinkPurpose = 'confirm' | 'reset' | 'sign_in';
export type MailedPurpose = Exclude<LinkPurpose, 'sign_in'>;

/** Links that work once: to confirm an address, to set a new password, or to sign in. */
@Entity('account_links')
export class AccountLinkEntity {
  /** Of the link's secret, which is stored nowhere. */
  @PrimaryColumn('bytea') digest: Buffer;
  @Column('bigint') userId: number;
  @Column('text') purpose: LinkPurpose;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
}
