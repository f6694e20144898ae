import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { CommandFailed } from '../../../platform/cli/command-failed.js';
import { misused } from '../../../platform/cli/usage.js';
import type { Command } from '../../../platform/cli/command.js';
import { DeletionsGoOn, PausableDeletions } from '../../../platform/database/pausable-deletions.js';

/**
 * Runs the operator's own backup program while deletions are paused, so that everything its dump refers to still
 * exists.
 */
@Injectable()
export class PauseDeletionsCommand implements Command {
  static readonly commandName = 'pause-deletions';
  static readonly usage = 'pause-deletions <program> ...';
  static readonly summary = 'run a backup program of your own while nothing is deleted from blobs and repositories';

  constructor(private readonly deletions: PausableDeletions) {}

  /** Returns the exit code of the program. */
  async run([program, ...args]: readonly string[]): Promise<number> {
    if (program === undefined) {
      throw misused(PauseDeletionsCommand.usage);
    }
    try {
      return await this.deletions.pauseWhile(() => exitCodeOf(program, args));
    } catch (error) {
      throw error instanceof DeletionsGoOn ? new CommandFailed(`${error.message} Try again later.`) : error;
    }
  }
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A signal that stops this command also stops the program: without the pause its backup would be incomplete. */
async function exitCodeOf(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit' });
  const stop = (signal: NodeJS.Signals): boolean => child.kill(signal);
  STOP_SIGNALS.forEach((signal) => process.on(signal, stop));
  try {
    await once(child, 'exit').catch((error: unknown) => {
      throw new CommandFailed(`${program} could not be started: ${errorText(error)}`);
    });
    return child.exitCode ?? 1;
  } finally {
    STOP_SIGNALS.forEach((signal) => process.off(signal, stop));
  }
}
