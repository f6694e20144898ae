import { notGiven } from '../../../common/errors/catalogue.js';
import { toBoolean, toText } from '../../../common/params/coerce.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { storable } from '../../../common/text/storable.js';
import type { ChatIdentity } from '../chat-accounts/chat-account.js';

/** What a chat server sends for a slash command (contract: integrations §9). */
export interface SlashCall {
  readonly token: string;
  readonly isSslCheck: boolean;
  /** The chat user who typed the command; null where the server does not send one. */
  readonly identity: ChatIdentity | null;
  readonly text: string;
}

const MOST_OF_A_NAME = 255;
const MOST_OF_TEXT = 8192;

/** Throws 400 when the token is missing. */
export function readSlashCall(kind: string, sent: RawParams): SlashCall {
  if (sent.token === undefined || sent.token === null) {
    throw notGiven('token');
  }
  const sslCheck = toBoolean(sent.ssl_check);
  const chatId = nameIn(sent.user_id);
  const [teamId, teamName, chatName] = [sent.team_id, sent.team_domain, sent.user_name].map(nameIn);
  return {
    token: textIn(sent.token),
    isSslCheck: sslCheck.ok && sslCheck.value,
    identity:
      chatId === '' ? null : { kind, teamId: teamId ?? '', teamName: teamName ?? '', chatId, chatName: chatName ?? '' },
    text: textIn(sent.text).slice(0, MOST_OF_TEXT),
  };
}

function textIn(raw: unknown): string {
  const text = toText(raw);
  return text.ok ? storable(text.value) : '';
}

const nameIn = (raw: unknown): string =>
  textIn(raw)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MOST_OF_A_NAME);
