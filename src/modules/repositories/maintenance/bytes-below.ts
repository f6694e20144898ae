import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Bytes of all files below a directory; what vanishes meanwhile counts nothing. Asks for one file after the other without
 * waiting, which takes a tenth of the time: a thread's work, not the event loop's.
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
