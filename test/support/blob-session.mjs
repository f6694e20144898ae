import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { blobStoreSettings, openBlobStore } from '../../dist/platform/blob/open-blob-store.js';
import { readEnv } from '../../dist/platform/config/env.js';

/** The blob store of this process's environment: stores each line of the input and prints a line about it. */
const store = await openBlobStore({ ...blobStoreSettings(readEnv()), timing: { firstRetryMs: 1 } });
for await (const line of createInterface({ input: process.stdin })) {
  const outcome = await store.put([Buffer.from(line)], []).then(
    () => 'stored',
    (error) => inspect(error, { depth: 9, showHidden: true }),
  );
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
