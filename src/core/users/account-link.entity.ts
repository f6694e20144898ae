import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** What a mailed link is for. */
export type LinkPurpose = 'confirm' | 'reset';

/** Links that were mailed: to confirm an address, or to set a new password. */
@Entity('account_links')
export class AccountLinkEntity {
  /** Of the link's secret, which is stored nowhere. */
  @PrimaryColumn('bytea') digest: Buffer;
  @Column('bigint') userId: number;
  @Column('text') purpose: LinkPurpose;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
}
