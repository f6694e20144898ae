import { IS_INVALID } from '../../../common/errors/catalogue.js';

/** Limits of paths in writes; pushes may create longer and deeper ones, which can still be read (contract: git §2). */
const MAX_BYTES = 4096;
const MAX_SEGMENTS = 255;

/**
 * Returns the error text for a path that cannot denote a file in a repository; undefined for a valid path (contract:
 * git §2).
 */
export const filePathError = (path: string): string | undefined =>
  path.includes('\0') || path.includes('\\') || path.split('/').some(isBadSegment) ? IS_INVALID : undefined;

/** Like {@link filePathError}, for a path that will be written. */
export function newPathError(path: string): string | undefined {
  const isTooLong = Buffer.byteLength(path) > MAX_BYTES || path.split('/', MAX_SEGMENTS + 1).length > MAX_SEGMENTS;
  return isTooLong ? IS_INVALID : filePathError(path);
}

/** Strips the slashes around a folder's path; the top folder is empty. */
export const folderPathOf = (path: string): string => path.replace(/^\/+|\/+$/g, '');

const isBadSegment = (segment: string): boolean =>
  segment === '' || segment === '.' || segment === '..' || isGitDirectory(segment);

/**
 * Names that NTFS resolves to `.git`: its short name, names with trailing dots and spaces, and streams of the
 * directory.
 */
const NTFS_GIT = /^(?:\.git|git~1)[. ]*(?::|$)/i;
/** Characters that HFS+ ignores in names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether some file system resolves the name to `.git`; git refuses these as well. */
const isGitDirectory = (segment: string): boolean =>
  NTFS_GIT.test(segment) || segment.replaceAll(HFS_IGNORED, '').toLowerCase() === '.git';
