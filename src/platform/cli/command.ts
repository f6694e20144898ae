/**
 * An operator's command; rooms provide their own, and `slipway help` lists them all. Its class has a static
 * `commandName`: the words on the command line, such as `audit verify`.
 */
export interface Command {
  /** One line for `help`: arguments and what it does. */
  readonly usage: string;
  readonly summary: string;
  /** Prints its answer and answers the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Prints one line for the operator. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
