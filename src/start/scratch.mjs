import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const LEAST_FREE_BYTES = 6 * 1024 ** 3;

/**
 * A directory in memory for what the tests write, which is never meant to last: thousands of databases' and
 * repositories' files come and go there at no cost. Nothing where there is too little memory, or programs cannot be run.
 */
export function scratchInMemory() {
  let scratch;
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    if (type !== TMPFS || Math.min(bavail * bsize, freemem()) < LEAST_FREE_BYTES) {
      return undefined;
    }
    scratch = mkdtempSync(path.join(MEMORY, 'slipway-tests-'));
    chmodSync(scratch, 0o711); // the database server of root's tests is somebody else
    const program = path.join(scratch, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return scratch;
  } catch {
    removeScratch(scratch);
    return undefined;
  }
}

export function removeScratch(scratch) {
  if (scratch !== undefined) {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}
