import type { Json } from '../../step.js';
import type { ChatMessage } from '../chat-message.js';
import { MARKDOWN_PARAGRAPHS } from './markup.js';
import { linesOf, rendered } from './render.js';

const MOST_BYTES = 25_000;
/** Limits for the length of each text in a card; the first that makes the card small enough is used. */
const TEXT_LIMITS = [16_000, 8000, 4000, 2000, 1000, 500];

/** An adaptive card (contract: integrations §6.1). */
export function cardForm(message: ChatMessage): Json {
  const cards = TEXT_LIMITS.map((most) => () => cardOf(message, most));
  return (
    cards.find((card) => Buffer.byteLength(JSON.stringify(card())) <= MOST_BYTES) ?? (() => cardOf(message, 100))
  )();
}

const cardOf = (message: ChatMessage, most: number): Json => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.4',
        body: bodyOf(message, most),
        actions: /^https?:\/\//i.test(message.link)
          ? [{ type: 'Action.OpenUrl', title: 'Open', url: message.link }]
          : [],
      },
    },
  ],
});

function bodyOf({ pretext, attachments }: ChatMessage, most: number): Json {
  const texts = [pretext, ...attachments.map((one) => linesOf(one, MARKDOWN_PARAGRAPHS))];
  const facts = attachments.flatMap(({ fields }) => fields);
  return [
    ...texts
      .filter((text) => text.length > 0)
      .map((text) => ({ type: 'TextBlock', text: rendered(text, MARKDOWN_PARAGRAPHS, most), wrap: true })),
    ...(facts.length === 0
      ? []
      : [
          {
            type: 'FactSet',
            facts: facts.map(({ title, value }) => ({ title, value: rendered(value, MARKDOWN_PARAGRAPHS, most) })),
          },
        ]),
  ];
}
