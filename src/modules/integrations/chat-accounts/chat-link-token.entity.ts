import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A link by which a user of a chat names their account, once and soon (contract: integrations §9). */
@Entity('chat_link_tokens')
export class ChatLinkTokenEntity {
  /** Of the token in the link, which is stored nowhere. */
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
