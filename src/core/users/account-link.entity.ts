import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('account_links')
export class AccountLinkEntity {
  @PrimaryColumn('bytea') digest: Buffer;
  @Column('bigint') userId: number;
  @Column('text') purpose: 'confirm' | 'reset';
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
}
