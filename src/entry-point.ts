import { errorText } from './common/errors/error-text.js';
import { lacksSpace } from './common/errors/lacks-space.js';
import { isReadOnlyDisk } from './common/errors/read-only-disk.js';
import { isStoreAway } from './platform/blob/blob-errors.js';
import { CommandFailed } from './platform/cli/command-failed.js';
import { StartRefused } from './platform/cli/start-refused.js';
import { InvalidSetting } from './platform/config/env-reader.js';
import { isAway } from './platform/database/database-errors.js';

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const FOR_OPERATORS = [InvalidSetting, StartRefused, CommandFailed];

/**
 * Runs an entry point. Errors that an operator can fix are printed as one line with exit code 1; all others keep their
 * stack.
 */
export async function runEntryPoint(entryPoint: () => Promise<void>): Promise<void> {
  ignoreClosedPipes();
  try {
    await entryPoint();
  } catch (error) {
    say(sentenceFor(error) ?? (error instanceof Error ? (error.stack ?? '') : String(error)));
    process.exit(1);
  }
}

/** Returns the line for an operator; null for errors that only a developer can fix. */
function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) {
    return null;
  }
  if (FOR_OPERATORS.some((kind) => error instanceof kind) || isStoreAway(error)) {
    return error.message;
  }
  if (lacksSpace(error) || isReadOnlyDisk(error)) {
    return `A disk ${isReadOnlyDisk(error) ? 'takes no changes' : 'is full'}: ${error.message}.`;
  }
  const isOfFile = 'path' in error; // such as ENOENT, which the database's socket may return as well
  return isAway(error) && !isOfFile ? `The database cannot be used: ${error.message}.` : null;
}

/** A closed output (`| head -1`, a closed terminal) is not an error of the program. */
function ignoreClosedPipes(): void {
  [process.stdout, process.stderr].forEach((stream) => stream.on('error', () => undefined));
}

/** npm, and programs that signal a whole process group, may send one signal twice. */
const REPEATED_MS = 1000;

/** Exit code that a shell reports for a program ended by a signal. */
const SIGNAL_EXIT = 128;

export interface StopSignals {
  /** Whether a signal was received: later failures are consequences of it. */
  readonly isStopping: boolean;
}

/**
 * Calls `stop` once on Ctrl-C, SIGTERM or a closed terminal, and exits when it is done: with 0 for a program that runs
 * until it is stopped, with the code of the signal for one that was `cutShort`. A further signal aborts the waits in
 * `stop`, but everything is still closed.
 */
export function onStopSignal(stop: (force: AbortSignal) => Promise<void>, { cutShort = false } = {}): StopSignals {
  const force = new AbortController();
  let stoppingSince: number | undefined;
  const handle = (_signal: string, number: number): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > REPEATED_MS) {
        force.abort();
      }
      return;
    }
    stoppingSince = performance.now();
    say('Stopping ...');
    stop(force.signal).then(
      () => process.exit(cutShort ? SIGNAL_EXIT + number : 0),
      (error: unknown) => {
        say(errorText(error));
        process.exit(1);
      },
    );
  };
  ['SIGTERM', 'SIGINT', 'SIGHUP'].forEach((signal) => process.on(signal, handle));
  return {
    get isStopping() {
      return stoppingSince !== undefined;
    },
  };
}
