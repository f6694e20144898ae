import { readFileSync } from 'node:fs';

/** What `help` tells of a command; known without loading the program that holds it. */
export interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
}

/** The list that the build made of the commands (`list-commands.ts`). */
const BUILT_LIST = new URL('../../commands.txt', import.meta.url);

const WITHOUT_CLASS: readonly CommandEntry[] = [
  { name: 'serve', usage: 'serve', summary: 'HTTP and jobs in one process (npm start)' },
  { name: 'worker', usage: 'worker', summary: 'jobs only, beside the service (npm run worker)' },
  { name: 'migrate', usage: 'migrate', summary: 'bring the database to this version' },
  { name: 'config', usage: 'config', summary: 'show the settings in force; secrets are masked' },
  { name: 'help', usage: 'help [<command>]', summary: 'this page, or what a command takes' },
];

/** Everything that can stand behind the program's name. */
export function readCommandList(file: URL = BUILT_LIST): CommandEntry[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const built = lines.filter((line) => line !== '').map((line) => line.split('\t'));
  return [...WITHOUT_CLASS, ...built.map(([name = '', usage = '', summary = '']) => ({ name, usage, summary }))];
}

/** The command whose words begin the line, and the arguments behind them. */
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

/** The commands whose names go on after these words: all of them after none. */
export const findBelow = (list: readonly CommandEntry[], words: readonly string[]): readonly CommandEntry[] =>
  list.filter(({ name }) => name.startsWith([...words, ''].join(' ')));
