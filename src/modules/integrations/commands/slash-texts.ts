import type { ApiError } from '../../../common/errors/api-error.js';
import { phrase } from '../kinds/chat/phrase.js';
import type { Phrase } from '../kinds/chat/phrase.js';
import { toAsker } from './slash-answer.js';
import type { SlashAnswer } from './slash-answer.js';

/** List of the commands (contract: integrations §9). */
export const HELP: SlashAnswer = toAsker(
  [{ text: 'pipeline <ref> [KEY=VALUE …]: start a pipeline' }],
  [{ text: 'status <ref>: the latest pipeline of a branch or tag' }],
  [{ text: 'alerts: the open alerts' }],
  [{ text: 'alert ack <iid>: acknowledge an alert' }],
  [{ text: 'alert resolve <iid>: resolve an alert' }],
  [{ text: 'help: this list' }],
);

export const linkFirst = (address: string): SlashAnswer =>
  toAsker(phrase`Link your account first, within ten minutes: ${{ own: address }}`);

/** Reveals nothing about the project. */
export const REFUSED: SlashAnswer = toAsker(phrase`You are not allowed to do that.`);
export const FAILED: SlashAnswer = toAsker(phrase`That did not work. Try again later.`);
export const TAKES_LONGER: SlashAnswer = toAsker(phrase`That takes longer than usual. Look for the result later.`);

/** Readable reason why a call was refused. */
export const reasonOf = ({ body }: ApiError): Phrase => phrase`${textIn(body.message) ?? 'It was refused.'}`;

/** The first text in the body of an error. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  const inner: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.map(textIn).find((text) => text !== undefined);
}
