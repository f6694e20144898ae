import type { NewObject } from '../../../platform/git/pack.js';
import type { DraftChange } from './tree-draft.js';

const FILE_MODES = ['100644', '100755'];
/** ASCII without the characters by which NTFS spells names in a second way. */
const PLAIN_PATH = /^[ -9;-[\]-}]+$/;
/** Names whose files, or whose very being there, git looks into; dots and spaces at the end are nothing to NTFS. */
const READ_BY_GIT = /^\.git(?:modules|attributes)?[. ]*$/i;

/** Whether nothing in git's checks of trees and of files that it reads itself concerns a new file. */
export const isPlainFile = ({ path, after }: DraftChange): boolean =>
  after === null ||
  (FILE_MODES.includes(after.mode) &&
    PLAIN_PATH.test(path) &&
    !path.split('/').some((segment) => READ_BY_GIT.test(segment)));

/** Of commits git refuses those that hold NUL; their other lines are made by the service. */
export const isPlainCommit = ({ type, content }: NewObject): boolean => type !== 'commit' || !content.includes(0);
