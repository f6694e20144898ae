import { shortened } from '../../shorten.js';
import type { Json } from '../../step.js';
import { cleanLine } from '../../clean-text.js';
import type { ChatMessage, Color } from '../chat-message.js';
import { MARKDOWN_LINES } from './markup.js';
import { flat, rendered } from './render.js';

const COLORS: Readonly<Record<Color, number>> = {
  good: 0x2eb67d,
  warning: 0xecb22e,
  danger: 0xe01e5a,
  neutral: 0x334455,
};
/** Together below the limit of 6,000 characters of an embed. */
const MOST_OF_AUTHOR = 256;
const MOST_OF_DESCRIPTION = 4096;

/** One embed, without mentions (contract: integrations §6.1). */
export const embedForm = (message: ChatMessage): Json => ({
  embeds: [
    {
      author: {
        name: shortened(cleanLine(message.actor) || cleanLine(message.project), MOST_OF_AUTHOR),
        ...(/^https?:\/\//i.test(message.avatar) ? { icon_url: message.avatar } : {}),
      },
      description: rendered(flat(message, MARKDOWN_LINES), MARKDOWN_LINES, MOST_OF_DESCRIPTION),
      color: COLORS[message.attachments[0]?.color ?? 'neutral'],
      ...(Number.isNaN(Date.parse(message.time)) ? {} : { timestamp: new Date(message.time).toISOString() }),
    },
  ],
  allowed_mentions: { parse: [] },
});
