import { closeSync, fsyncSync, openSync } from 'node:fs';
import { hasCode } from './durable.js';

/** Synchronous variant of `syncDirectory`, for threads. */
export function syncDirectorySync(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } catch (error) {
    if (!hasCode(error, 'EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP')) {
      throw error;
    }
  } finally {
    closeSync(directory);
  }
}
