import { IS_INVALID } from '../../../common/errors/catalogue.js';

/** What is taken by writes; pushes may bring longer and deeper ones, which are read all the same (contract: git §2). */
const MAX_BYTES = 4096;
const MAX_SEGMENTS = 255;

/** Text for a path that no file in a repository can be asked by; undefined for a good one (contract: git §2). */
export const filePathError = (path: string): string | undefined =>
  path.includes('\0') || path.includes('\\') || path.split('/').some(isBadSegment) ? IS_INVALID : undefined;

/** The same for a path that is about to be written. */
export function newPathError(path: string): string | undefined {
  const isTooLong = Buffer.byteLength(path) > MAX_BYTES || path.split('/', MAX_SEGMENTS + 1).length > MAX_SEGMENTS;
  return isTooLong ? IS_INVALID : filePathError(path);
}

/** A folder is named with slashes around it or without; the top folder is empty. */
export const folderPathOf = (path: string): string => path.replace(/^\/+|\/+$/g, '');

const isBadSegment = (segment: string): boolean =>
  segment === '' || segment === '.' || segment === '..' || isGitDirectory(segment);

/** What NTFS takes for `.git`: its short name, dots and spaces at the end, a stream of the directory. */
const NTFS_GIT = /^(?:\.git|git~1)[. ]*(?::|$)/i;
/** Characters that HFS+ does not look at. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** What some file system takes for `.git`, as git itself refuses it. */
const isGitDirectory = (segment: string): boolean =>
  NTFS_GIT.test(segment) || segment.replaceAll(HFS_IGNORED, '').toLowerCase() === '.git';
