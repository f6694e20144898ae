import { IS_INVALID } from '../../../common/errors/catalogue.js';

const MAX_BYTES = 4096;

/** Text for a path that a file in a repository may not have; undefined for a good one (contract: git §2). */
export function filePathComplaint(path: string): string | undefined {
  const isBad = path.includes('\0') || path.includes('\\') || Buffer.byteLength(path) > MAX_BYTES;
  return isBad || path.split('/').some(isBadSegment) ? IS_INVALID : undefined;
}

const isBadSegment = (segment: string): boolean =>
  segment === '' || segment === '.' || segment === '..' || isGitDirectory(segment);

/** What some file system takes for `.git`. */
function isGitDirectory(segment: string): boolean {
  const bare = segment.toLowerCase().replace(/[. ]+$/, '');
  return bare === '.git' || bare === 'git~1';
}
