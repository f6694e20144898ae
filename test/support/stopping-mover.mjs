// Starts the service as `src/start.mjs` does, from the modules of the build, so that a storage move can be stopped: at
// the step that the file `stop-at` of DATA_DIR names it says so and waits for ever.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MoveWatch } from '../../dist/modules/storage-moves/mover/move-watch.js';

const file = path.join(process.env.DATA_DIR, 'stop-at');

MoveWatch.prototype.reached = async (step) => {
  if ((await readFile(file, 'utf8').catch(() => '')) === step) {
    process.stdout.write(`stopped at ${step}\n`);
    await new Promise(() => undefined);
  }
};
await import('../../dist/main.js');
