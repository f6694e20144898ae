import type { Json } from '../../step.js';
import type { Attachment, ChatMessage, Color } from '../chat-message.js';
import { PLAIN, SLACK_MARKUP } from './markup.js';
import { linesOf, rendered } from './render.js';

const COLORS: Readonly<Record<Color, string>> = {
  good: 'good',
  warning: 'warning',
  danger: 'danger',
  neutral: '#345',
};
const MOST_OF_TEXT = 12_000;
const MOST_OF_FALLBACK = 1000;

/** Text with attachments (contract: integrations §6.1). */
export const slackForm = (message: ChatMessage): Readonly<Record<string, Json>> => ({
  text: rendered(message.pretext, SLACK_MARKUP, MOST_OF_TEXT),
  attachments: message.attachments.map((one) => attachmentForm(one, message)),
});

function attachmentForm(attachment: Attachment, { project, time }: ChatMessage): Json {
  const lines = linesOf(attachment, SLACK_MARKUP);
  const seconds = Math.floor(Date.parse(time) / 1000);
  return {
    fallback: SLACK_MARKUP.escape(rendered(lines, PLAIN, MOST_OF_FALLBACK)),
    text: rendered(lines, SLACK_MARKUP, MOST_OF_TEXT),
    color: COLORS[attachment.color],
    ...titleForm(attachment),
    fields: attachment.fields.map(({ title, value }) => ({
      title,
      value: rendered(value, SLACK_MARKUP, MOST_OF_TEXT),
    })),
    footer: SLACK_MARKUP.escape(project),
    ...(Number.isNaN(seconds) ? {} : { ts: seconds }),
    mrkdwn_in: ['text', 'fields'],
  };
}

function titleForm({ title }: Attachment): Readonly<Record<string, Json>> {
  if (title === undefined) {
    return {};
  }
  const text = SLACK_MARKUP.escape(rendered([title], PLAIN));
  return 'link' in title ? { title: text, title_link: title.url } : { title: text };
}
