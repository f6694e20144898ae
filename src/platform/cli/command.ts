import type { Type } from '@nestjs/common';
import { onOneLine } from '../../common/text/unseen.js';
import type { Env } from '../config/env.js';

/** An operator command. Its class is a provider of its module; its name is a static property of the class. */
export interface Command {
  /** Prints the result and returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

export interface CommandClass extends Type<Command> {
  /** The words on the command line, such as `audit verify`. */
  readonly commandName: string;
  /** One line for `help`: arguments and what it does. */
  readonly usage: string;
  readonly summary: string;
}

/** A command that needs neither a database nor the application: it opens what it works on itself. */
export interface StandaloneCommandClass extends CommandClass {
  new (env: Env): Command;
  readonly isStandalone: true;
}

export const isStandalone = (command: CommandClass): command is StandaloneCommandClass => 'isStandalone' in command;

/** Prints one line for the operator, even if user input in it contains line breaks. */
export const print = (line: string): void => {
  process.stdout.write(`${onOneLine(line)}\n`);
};
