#!/usr/bin/env node
import { runEntryPoint } from './entry-point.js';
import { print } from './platform/cli/command.js';
import { CommandFailed } from './platform/cli/command-failed.js';
import { findBelow, findEntry, readCommandList } from './platform/cli/command-list.js';
import type { CommandEntry } from './platform/cli/command-list.js';
import { programName, readWords } from './platform/cli/usage.js';
import { describeSettings } from './platform/config/describe-settings.js';
import { readEnv } from './platform/config/env.js';

const HELP_WORDS = ['help', '--help', '-h'];

/** Width of the column of usages in `help`. */
const USAGE_WIDTH = 36;

/**
 * Entry point of `npm run cli -- <command>`: operator commands. The program is only loaded by commands that need it.
 */
await runEntryPoint(async () => {
  const [word = 'help', ...args] = process.argv.slice(2);
  if (HELP_WORDS.includes(word)) {
    printHelp(args);
    return;
  }
  if (HELP_WORDS.slice(1).includes(args[0] ?? '')) {
    printHelp([word]);
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

/** Lists all commands, those that begin with the words, or the one that is named. */
function printHelp(line: readonly string[]): void {
  const list = readCommandList();
  const below = findBelow(list, line);
  if (below.length === 0) {
    printUsage(requireEntry(line).entry);
    return;
  }
  print(`Usage: ${[programName(), ...line].join(' ')} <command>`);
  below.forEach(printLine);
}

/** A usage that fills its column has its summary on the next line. */
function printLine({ usage, summary }: CommandEntry): void {
  if (usage.length < USAGE_WIDTH) {
    print(`  ${usage.padEnd(USAGE_WIDTH)}${summary}`);
    return;
  }
  print(`  ${usage}`);
  print(`  ${' '.repeat(USAGE_WIDTH)}${summary}`);
}

function printUsage({ usage, summary }: CommandEntry): void {
  print(`Usage: ${programName()} ${usage}`);
  print(`  ${summary}`);
}

/** Throws {@link CommandFailed}, which names the unknown word. */
function requireEntry(line: readonly string[]): NonNullable<ReturnType<typeof findEntry>> {
  const list = readCommandList();
  const found = findEntry(list, line);
  if (found) {
    return found;
  }
  const word = line[0] ?? '';
  const longer = findBelow(list, [word]).map(({ name }) => `\`${name}\``);
  const said = line.slice(0, longer.length > 0 ? 2 : 1).join(' ');
  const advice = longer.length > 0 ? `there is ${longer.join(', ')}` : `\`${programName()} help\` lists them`;
  throw new CommandFailed(`Unknown command '${said}': ${advice}.`);
}
