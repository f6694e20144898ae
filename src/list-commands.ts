import 'reflect-metadata';
import { MODULES } from './app.module.js';
import { print } from './platform/cli/command.js';
import { commandsIn } from './platform/cli/commands.js';

/** Run by the build, which stores the list: name, usage and summary of a command on each line, separated by tabs. */
commandsIn(MODULES).forEach(({ commandName, usage, summary }) => {
  print([commandName, usage, summary].join('\t'));
});
