import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A user of a chat whose commands an account answers for (contract: integrations §9). */
@Entity('chat_accounts')
export class ChatAccountEntity {
  @IdColumn() id: number;
  /** Slug of the kind that the commands come by. */
  @Column('text') kind: string;
  @Column('text') teamId: string;
  @Column('text') chatId: string;
  @Column('text') chatName: string;
  @Column('bigint') userId: number;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @NowColumn() createdAt: string;
}
