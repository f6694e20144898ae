import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A chat user, linked to the account that their commands run as (contract: integrations §9). */
@Entity('chat_accounts')
export class ChatAccountEntity {
  @IdColumn() id: number;
  /** Slug of the integration kind that receives the commands. */
  @Column('text') kind: string;
  @Column('text') teamId: string;
  @Column('text') chatId: string;
  @Column('text') chatName: string;
  @Column('bigint') userId: number;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @NowColumn() createdAt: string;
}
