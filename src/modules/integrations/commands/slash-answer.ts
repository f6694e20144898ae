import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record } from '../../../common/wire/wire-types.js';
import type { Phrase } from '../kinds/chat/phrase.js';
import { SLACK_MARKUP } from '../kinds/chat/wire/markup.js';
import { rendered } from '../kinds/chat/wire/render.js';

/** What the chat shows, either to the user who sent the command or to the whole channel (contract: integrations §9). */
export const SlashAnswerSchema = record('SlashCommandAnswer', {
  response_type: Type.Union([Type.Literal('ephemeral'), Type.Literal('in_channel')]),
  text: Type.String(),
});
export type SlashAnswer = Static<typeof SlashAnswerSchema>;

const MOST_OF_TEXT = 3000;

/** An answer that only the user who sent the command sees. */
export const toAsker = (...lines: readonly Phrase[]): SlashAnswer => answer('ephemeral', lines);

export const toChannel = (...lines: readonly Phrase[]): SlashAnswer => answer('in_channel', lines);

const answer = (type: SlashAnswer['response_type'], lines: readonly Phrase[]): SlashAnswer => ({
  response_type: type,
  text: lines.map((line) => rendered(line, SLACK_MARKUP, MOST_OF_TEXT)).join('\n'),
});
