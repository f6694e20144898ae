import type { NewObject } from '../../../platform/git/pack.js';
import type { DraftChange } from './tree-draft.js';

/** Above this number, objects are stored in a pack. */
export const LOOSE_LIMIT = 100;
/** Above this size in bytes, git compresses the objects, in a process of its own. */
const LOOSE_BYTES = 1024 * 1024;

const FILE_MODES = ['100644', '100755'];
/** ASCII without the characters that NTFS uses for alternative names. */
const PLAIN_PATH = /^[ -9;-[\]-}]+$/;
/** Names that git checks, or whose content it checks; NTFS ignores trailing dots and spaces. */
const READ_BY_GIT = /^\.git(?:modules|attributes)?[. ]*$/i;

/** Whether git's checks of trees, and of files that git itself reads, do not concern a new file. */
export const isPlainFile = ({ path, after }: DraftChange): boolean =>
  after === null ||
  (FILE_MODES.includes(after.mode) &&
    PLAIN_PATH.test(path) &&
    !path.split('/').some((segment) => READ_BY_GIT.test(segment)));

/** Git refuses commits that contain NUL; the other lines of a commit are written by the service. */
export const isPlainCommit = ({ type, content }: NewObject): boolean => type !== 'commit' || !content.includes(0);

/**
 * Whether the objects can be written without a git process: they are few and small, and it is certain that git would
 * accept them. `changes` are the files in which the new trees differ from existing ones, which were checked when they
 * were written.
 */
export function arePlain(objects: readonly NewObject[], changes: readonly DraftChange[]): boolean {
  const bytes = objects.reduce((sum, { content }) => sum + content.length, 0);
  const isSmall = objects.length <= LOOSE_LIMIT && bytes <= LOOSE_BYTES;
  return isSmall && objects.every(isPlainCommit) && changes.every(isPlainFile);
}

/** Removes duplicates. */
export const unlike = (objects: readonly NewObject[]): readonly NewObject[] => [
  ...new Map(objects.map((object) => [object.id, object])).values(),
];
