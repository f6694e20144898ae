import { ArchiveError } from './archive-error.js';

const MAX_LENGTH = 4096;
const MAX_DEPTH = 64;
const ABSOLUTE = /^([/\\]|[A-Za-z]:)/;
const CONTROL = /\p{Cc}/u;

/**
 * Returns the path of an entry without a leading `./`. Throws `ArchiveError` for a path that points outside the
 * archive.
 */
export function entryPath(written: string): string {
  const path = written.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  const segments = path.split('/', MAX_DEPTH + 1);
  if (path.length > MAX_LENGTH || segments.length > MAX_DEPTH) {
    throw new ArchiveError('The archive has a path that is too long');
  }
  if (ABSOLUTE.test(path) || segments.includes('..') || CONTROL.test(path)) {
    throw new ArchiveError('The archive has a path that leads out of it');
  }
  return path;
}
