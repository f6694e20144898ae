import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { ChatAccount } from './chat-account.js';

/** Contract: integrations §9. */
export const ChatAccountSchema = record('ChatAccount', {
  id: Type.Integer(),
  kind: Type.String(),
  team_id: Type.String(),
  chat_id: Type.String(),
  chat_name: Type.String(),
  last_used_at: nullable(Time),
  created_at: Time,
});

export const presentChatAccount = (account: ChatAccount): Static<typeof ChatAccountSchema> => ({
  id: account.id,
  kind: account.kind,
  team_id: account.teamId,
  chat_id: account.chatId,
  chat_name: account.chatName,
  last_used_at: account.lastUsedAt,
  created_at: account.createdAt,
});
