import type { Json } from '../../step.js';
import type { ChatMessage } from '../chat-message.js';
import { MARKDOWN, MARKDOWN_LINES, SLACK_MARKUP } from './markup.js';
import type { Markup } from './markup.js';
import { flat, rendered } from './render.js';

/** For receivers that are not known to have a smaller limit. */
const MOST = 10_000;

/** The body for a receiver that takes a single text (contract: integrations §6.1). */
export const subjectForm = (message: ChatMessage): Json => ({
  subject: message.project,
  text: textOf(message, MARKDOWN, MOST),
  markdown: true,
});

export const textForm = (message: ChatMessage): Json => ({ text: textOf(message, MARKDOWN_LINES, MOST) });

/** The receiver counts bytes. */
const MOST_BYTES = 7000;
/** Limits for the length of the text, until it is short enough. The sign of a cut is three bytes. */
const LENGTHS = [MOST_BYTES, MOST_BYTES - 2, 6000, 5000, 4000, 3000];
/** A character takes at most three bytes for each code unit. */
const ALWAYS_FITS = Math.floor(MOST_BYTES / 3);

/** The message as Markdown of at most 7,000 bytes (contract: integrations §6.1). */
export function markdownForm(message: ChatMessage): Json {
  for (const most of LENGTHS) {
    const markdown = textOf(message, MARKDOWN, most);
    if (Buffer.byteLength(markdown) <= MOST_BYTES) {
      return { markdown };
    }
  }
  return { markdown: textOf(message, MARKDOWN, ALWAYS_FITS) };
}

const MOST_OF_SHORT = 4000;
export const shortTextForm = (message: ChatMessage): Json => ({ text: textOf(message, SLACK_MARKUP, MOST_OF_SHORT) });

const textOf = (message: ChatMessage, markup: Markup, most: number): string =>
  rendered(flat(message, markup), markup, most);
