import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorText } from '../../common/errors/error-text.js';
import { StartRefused } from '../cli/start-refused.js';
import type { Env } from '../config/env.js';

/** The first version with `--end-of-options`, which precedes each name from outside. */
const OLDEST = [2, 24] as const;

/**
 * Throws {@link StartRefused} when git is missing or too old: repositories would be created, and nearly every request
 * about them would fail with 500. Uses the same PATH as the service's children.
 */
export async function requireGit({ git }: Pick<Env, 'git'>): Promise<void> {
  const found = await promisify(execFile)('git', ['--version'], { env: { PATH: git.searchPath, LC_ALL: 'C' } }).catch(
    (error: unknown) => {
      const [why = ''] = errorText(error).split('\n', 1);
      throw new StartRefused(
        `git ${OLDEST.join('.')} or newer is needed and cannot be run (${why}): install it in PATH.`,
      );
    },
  );
  const [, major, minor] = /(\d+)\.(\d+)/.exec(found.stdout) ?? [];
  if (Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])) {
    throw new StartRefused(`Slipway needs git ${OLDEST.join('.')} or newer; in PATH is ${found.stdout.trim()}.`);
  }
}
