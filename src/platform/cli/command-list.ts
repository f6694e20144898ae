import { readFileSync } from 'node:fs';

/** Entry of a command in `help`; available without loading the program that contains it. */
export interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
}

/** The list of commands, written by the build (`list-commands.ts`). */
const BUILT_LIST = new URL('../../commands.txt', import.meta.url);

const WITHOUT_CLASS: readonly CommandEntry[] = [
  { name: 'serve', usage: 'serve', summary: 'HTTP and jobs in one process (npm start)' },
  { name: 'worker', usage: 'worker', summary: 'jobs only, beside the service (npm run worker)' },
  { name: 'migrate', usage: 'migrate', summary: 'bring the database to this version' },
  { name: 'config', usage: 'config', summary: 'show the settings in force; secrets are masked' },
  { name: 'help', usage: 'help [<command>]', summary: 'this page, or what a command takes' },
];

/** Returns all commands of the program. */
export function readCommandList(file: URL = BUILT_LIST): CommandEntry[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const built = lines.filter((line) => line !== '').map((line) => line.split('\t'));
  return [...WITHOUT_CLASS, ...built.map(([name = '', usage = '', summary = '']) => ({ name, usage, summary }))];
}

/** Returns the command whose words begin the line, and the arguments after them. */
export function findEntry(
  list: readonly CommandEntry[],
  line: readonly string[],
): { readonly entry: CommandEntry; readonly args: readonly string[] } | undefined {
  for (const entry of list) {
    const words = entry.name.split(' ');
    if (words.every((word, index) => line[index] === word)) {
      return { entry, args: line.slice(words.length) };
    }
  }
  return undefined;
}

/** Returns the commands whose names continue these words; all commands for none. */
export const findBelow = (list: readonly CommandEntry[], words: readonly string[]): readonly CommandEntry[] =>
  list.filter(({ name }) => name.startsWith([...words, ''].join(' ')));
