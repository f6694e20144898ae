import { columnsOf } from '../../../platform/database/columns-of.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ChatAccountEntity } from './chat-account.entity.js';

/** For `chat_accounts c`. */
export const CHAT_ACCOUNT_COLUMNS = columnsOf(ChatAccountEntity, 'c');

/** A chat user with the account that their commands run as. */
export type ChatAccount = RowOf<typeof CHAT_ACCOUNT_COLUMNS>;

/**
 * A chat user as the chat server names them; all fields but the names identify the user (contract: integrations §9).
 */
export interface ChatIdentity {
  /** Slug of the integration kind that receives the commands. */
  readonly kind: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly chatId: string;
  readonly chatName: string;
}
