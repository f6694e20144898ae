import { defineKind } from './kind.js';
import { SEALED, text } from './param.js';

export const slashCommandsB = defineKind({
  slug: 'slash-commands-b',
  alias: 'mattermost-slash-commands',
  title: 'Slash commands B',
  category: 'commands',
  transport: 'none',
  params: [text('token', SEALED)],
});
