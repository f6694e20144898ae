import { columnsOf } from '../../../platform/database/columns-of.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ChatAccountEntity } from './chat-account.entity.js';

/** For `chat_accounts c`. */
export const CHAT_ACCOUNT_COLUMNS = columnsOf(ChatAccountEntity, 'c');

/** A user of a chat with the account that answers for what they command. */
export type ChatAccount = RowOf<typeof CHAT_ACCOUNT_COLUMNS>;

/** A user of a chat as its server names them; known by all but the names (contract: integrations §9). */
export interface ChatIdentity {
  /** Slug of the kind that the commands come by. */
  readonly kind: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly chatId: string;
  readonly chatName: string;
}
