import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { syncDirectorySync } from '../../../platform/blob/filesystem/durable-sync.js';
import { DIRECTORY_MODE } from './copied-files.js';
import type { CopiedFile, FileCopy } from './copied-files.js';

const FILE_MODE = 0o600;

/**
 * Copies the files and flushes everything to disk before it returns. Writes all files before it flushes the first,
 * which shortens the wait for the disk. Runs in a worker thread.
 */
export function copySmall({ directory, files, directories, entered }: FileCopy): CopiedFile[] {
  for (const below of directories) {
    mkdirSync(path.join(directory, below), { recursive: true, mode: DIRECTORY_MODE });
  }
  const written: number[] = [];
  try {
    const copied = files.map(({ relativePath, from }) => {
      const bytes = readFileSync(from);
      const file = openSync(path.join(directory, relativePath), 'wx', FILE_MODE);
      written.push(file);
      writeFileSync(file, bytes);
      return { relativePath, sha256: createHash('sha256').update(bytes).digest('hex'), isWhole: true };
    });
    written.forEach(fdatasyncSync);
    entered.forEach((below) => {
      syncDirectorySync(path.join(directory, below));
    });
    return copied;
  } finally {
    written.forEach(closeSync);
  }
}
