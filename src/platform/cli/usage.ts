import path from 'node:path';
import { parseArgs, types } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { CommandFailed } from './command-failed.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Returns how the operator started the program: by the package's command or by the script of a checkout. */
export const programName = (file = process.argv[1] ?? ''): string =>
  path.basename(file) === 'slipway' ? 'slipway' : 'npm run cli --';

/** Names what was wrong with the arguments, and shows the usage. */
export const misused = (usage: string, reason = ''): CommandFailed =>
  new CommandFailed(`${reason === '' ? '' : `${reason}\n`}Usage: ${programName()} ${usage}`);

/** Parses the options of a command that takes no other arguments. Throws {@link CommandFailed} for unknown ones. */
export function readOptions<const T extends Options>(usage: string, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw misused(usage, firstSentence(error));
  }
}

/** Parses exactly `count` arguments, none of them an option. Throws {@link CommandFailed} otherwise. */
export function readWords(usage: string, args: readonly string[], count: number): readonly string[] {
  const option = args.find((arg) => arg.startsWith('-'));
  if (option !== undefined) {
    throw misused(usage, `Unknown option '${option}'.`);
  }
  if (args.length > count) {
    throw misused(usage, `Unexpected argument '${args[count] ?? ''}'.`);
  }
  if (args.length < count || args.includes('')) {
    throw misused(usage);
  }
  return args;
}

/**
 * Parses arguments and options, in any order. Throws {@link CommandFailed} for unknown options and another number of
 * words.
 */
export function readArguments<const T extends Options>(
  usage: string,
  args: readonly string[],
  { words: [least, most], options }: { readonly words: readonly [least: number, most: number]; readonly options: T },
) {
  const { values, positionals } = parsed(usage, args, options);
  if (positionals.length > most) {
    throw misused(usage, `Unexpected argument '${positionals[most] ?? ''}'.`);
  }
  if (positionals.length < least || positionals.includes('')) {
    throw misused(usage);
  }
  return { values, words: positionals };
}

function parsed<const T extends Options>(usage: string, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw misused(usage, firstSentence(error));
  }
}

/** The rest of Node's message is advice that does not apply here. */
function firstSentence(error: unknown): string {
  const [sentence = ''] = (types.isNativeError(error) ? error.message : '').split('. ');
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
