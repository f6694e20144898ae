import { defineKind } from './kind.js';
import { SEALED, text } from './param.js';

export const slashCommandsA = defineKind({
  slug: 'slash-commands-a',
  alias: 'slack-slash-commands',
  title: 'Slash commands A',
  category: 'commands',
  transport: 'none',
  params: [text('token', SEALED)],
});
