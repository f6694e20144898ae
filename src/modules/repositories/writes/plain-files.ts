import type { NewObject } from '../../../platform/git/pack.js';
import type { DraftChange } from './tree-draft.js';

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
