import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriverEntry } from '../blob-driver.js';
import { hasCode } from './durable.js';

/** Yields the names in a directory, which need not exist, a few at a time. */
export async function* namesIn(directory: string): AsyncIterable<string> {
  const opened = await opendir(directory).catch(missing);
  for await (const { name } of opened ?? []) {
    yield name;
  }
}

/** Yields the entries of a directory; those removed in the meantime are left out. */
export async function* entriesIn(directory: string): AsyncIterable<DriverEntry> {
  for await (const key of namesIn(directory)) {
    const stats = await stat(join(directory, key)).catch(missing);
    if (stats) {
      yield { key, modifiedAt: stats.mtime };
    }
  }
}

function missing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) {
    return null;
  }
  throw error;
}
