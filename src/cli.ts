#!/usr/bin/env node
import { runEntryPoint } from './entry-point.js';
import { print } from './platform/cli/command.js';
import { CommandFailed } from './platform/cli/command-failed.js';
import { findEntry, readCommandList } from './platform/cli/command-list.js';
import type { CommandEntry } from './platform/cli/command-list.js';
import { programName, readWords } from './platform/cli/usage.js';
import { describeSettings } from './platform/config/describe-settings.js';
import { readEnv } from './platform/config/env.js';

const HELP_WORDS = ['help', '--help', '-h'];

/** The entry point of `npm run cli -- <command>`: operator's commands. The program is loaded by those that need it. */
await runEntryPoint(async () => {
  const [word = 'help', ...args] = process.argv.slice(2);
  if (HELP_WORDS.includes(word)) {
    printHelp(args);
    return;
  }
  const { entry, args: rest } = requireEntry([word, ...args]);
  if (HELP_WORDS.slice(1).includes(rest[0] ?? '')) {
    printUsage(entry);
    return;
  }
  await run(entry, rest);
});

async function run({ name, usage }: CommandEntry, args: readonly string[]): Promise<void> {
  switch (name) {
    case 'serve':
      readWords(usage, args, 0);
      await import('./main.js');
      return;
    case 'worker':
      readWords(usage, args, 0);
      await import('./worker.js');
      return;
    case 'config':
      readWords(usage, args, 0);
      describeSettings(readEnv()).forEach(print);
      return;
    case 'migrate':
      readWords(usage, args, 0);
      await (await import('./operator-commands.js')).migrateDatabase();
      return;
    default:
      await (await import('./operator-commands.js')).runOperatorCommand(name, args);
  }
}

/** All commands, or the one that is named. */
function printHelp(line: readonly string[]): void {
  if (line.length > 0) {
    printUsage(requireEntry(line).entry);
    return;
  }
  const list = readCommandList();
  print(`Usage: ${programName()} <command>`);
  list.forEach(({ usage, summary }) => {
    print(`  ${usage.padEnd(36)}${summary}`);
  });
}

function printUsage({ usage, summary }: CommandEntry): void {
  print(`Usage: ${programName()} ${usage}`);
  print(`  ${summary}`);
}

/** Throws {@link CommandFailed}, which names the word that is unknown. */
function requireEntry(line: readonly string[]): NonNullable<ReturnType<typeof findEntry>> {
  const list = readCommandList();
  const found = findEntry(list, line);
  if (found) {
    return found;
  }
  const word = line[0] ?? '';
  const longer = list.filter(({ name }) => name.startsWith(`${word} `)).map(({ name }) => `\`${name}\``);
  const said = line.slice(0, longer.length > 0 ? 2 : 1).join(' ');
  const advice = longer.length > 0 ? `there is ${longer.join(', ')}` : `\`${programName()} help\` lists them`;
  throw new CommandFailed(`Unknown command '${said}': ${advice}.`);
}
