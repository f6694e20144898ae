import { nameKey, nameOfKey } from '../../../platform/git/tree-object.js';
import type { OwnCommit } from '../pushes/push.js';
import type { ChangedPaths } from '../reads/history.service.js';
import type { DraftedCommit } from './commit-drafts.service.js';
import type { DraftChange } from './tree-draft.js';

/** Maximum number of characters of a message in events; longer messages are cut. */
const MOST_TOLD = 64 * 1024;

/**
 * Returns undefined if git has to find the new commits, because the branch starts or continues elsewhere, or if the
 * message is long.
 */
export function ownOf({ commit, start, changes }: DraftedCommit): OwnCommit | undefined {
  const isNextOne = start.parent === null || start.parent.id === start.head?.id;
  return isNextOne && commit.message.length <= MOST_TOLD ? { commit, paths: pathsOf(changes) } : undefined;
}

function pathsOf(changes: readonly DraftChange[]): ChangedPaths {
  const pathsWhere = (isOne: (change: DraftChange) => boolean) =>
    changes.filter(isOne).map(({ path }) => nameOfKey(nameKey(path)));
  return {
    added: pathsWhere(({ before }) => before === null),
    removed: pathsWhere(({ after }) => after === null),
    modified: pathsWhere(({ before, after }) => before !== null && after !== null),
  };
}
