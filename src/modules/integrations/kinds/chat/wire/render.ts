import type { Attachment, ChatMessage } from '../chat-message.js';
import { phrase } from '../phrase.js';
import type { Part, Phrase } from '../phrase.js';
import type { Markup } from './markup.js';

const ELLIPSIS = '…';

/**
 * Renders a phrase for the receiver, with at most `most` characters: links stay whole, text is cut (contract:
 * integrations §6.1).
 */
export function rendered(parts: Phrase, markup: Markup, most = Infinity): string {
  const whole = parts.map((part) => renderedPart(part, markup)).join('');
  if (whole.length <= most) {
    return whole;
  }
  let text = '';
  for (const part of parts) {
    const next = renderedPart(part, markup);
    if (text.length + next.length > most - ELLIPSIS.length) {
      return `${text}${begun(part, markup, most - ELLIPSIS.length - text.length)}${ELLIPSIS}`;
    }
    text += next;
  }
  return text;
}

function renderedPart(part: Part, { escape, link, lineBreak }: Markup): string {
  if ('own' in part) {
    return part.own;
  }
  return 'link' in part ? link(escape(part.link), part.url) : escape(part.text).replaceAll('\n', lineBreak);
}

/** As much of a text as fits, without splitting an escaped character. */
function begun(part: Part, markup: Markup, room: number): string {
  let text = '';
  for (const sign of 'text' in part ? part.text : '') {
    const next = renderedPart({ text: sign }, markup);
    if (text.length + next.length > room) {
      break;
    }
    text += next;
  }
  return text;
}

/** The lines of an attachment, joined by line breaks. */
export const linesOf = ({ lines }: Attachment, { lineBreak }: Markup): Phrase => joined(lines, lineBreak);

/**
 * A message for receivers that do not support attachments: all lines joined, without the titles, which repeat the first
 * line.
 */
export function flat({ pretext, attachments }: ChatMessage, markup: Markup): Phrase {
  const parts = attachments.flatMap(({ lines, fields }) => [
    ...lines,
    ...fields.map((field) => phrase`${[{ own: field.title }]}: ${field.value}`),
  ]);
  return joined(pretext.length === 0 ? parts : [pretext, ...parts], markup.lineBreak);
}

const joined = (lines: readonly Phrase[], lineBreak: string): Phrase =>
  lines.flatMap((line, at) => (at === 0 ? line : [{ own: lineBreak }, ...line]));
