import type { Type } from '@nestjs/common';

/** An operator's command. Its class is a provider of its module; what it is called stands on the class. */
export interface Command {
  /** Prints its answer and answers the exit code. */
  run(args: readonly string[]): Promise<number>;
}

export interface CommandClass extends Type<Command> {
  /** The words on the command line, such as `audit verify`. */
  readonly commandName: string;
  /** One line for `help`: arguments and what it does. */
  readonly usage: string;
  readonly summary: string;
}

/** Prints one line for the operator. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
