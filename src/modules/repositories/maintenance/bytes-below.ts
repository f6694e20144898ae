import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the total size in bytes of all files below a directory; files that vanish in the meantime count as zero. Uses
 * synchronous calls, which take a tenth of the time: meant for a worker thread, not for the event loop.
 */
export function bytesBelow(directory: string): number {
  let bytes = 0;
  const left = [directory];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for (const entry of entriesIn(folder)) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        left.push(file);
      } else if (entry.isFile()) {
        bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      }
    }
  }
  return bytes;
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
