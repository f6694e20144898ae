import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A short-lived, single-use link by which a chat user links their account (contract: integrations §9). */
@Entity('chat_link_tokens')
export class ChatLinkTokenEntity {
  /** Digest of the token in the link; the token itself is not stored. */
  @PrimaryColumn('bytea') digest: Buffer;
  @Column('text') kind: string;
  @Column('text') teamId: string;
  @Column('text') teamName: string;
  @Column('text') chatId: string;
  @Column('text') chatName: string;
  @TimeColumn() expiresAt: string;
  @TimeColumn({ nullable: true }) usedAt: string | null;
  @NowColumn() createdAt: string;
}
