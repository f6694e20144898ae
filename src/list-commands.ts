import 'reflect-metadata';
import { MODULES } from './app.module.js';
import { print } from './platform/cli/command.js';
import { commandsIn } from './platform/cli/commands.js';

/** Run by the build, whose output keeps the list: name, usage and summary of a command on each line, with tabs between. */
commandsIn(MODULES).forEach(({ commandName, usage, summary }) => {
  print([commandName, usage, summary].join('\t'));
});
