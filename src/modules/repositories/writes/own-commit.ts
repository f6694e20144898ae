import { nameKey, nameOfKey } from '../../../platform/git/tree-object.js';
import type { OwnCommit } from '../pushes/push.js';
import type { ChangedPaths } from '../reads/history.service.js';
import type { DraftedCommit } from './commit-drafts.service.js';
import type { DraftChange } from './tree-draft.js';

/** Characters of a message beyond which events tell less than all of it. */
const MOST_TOLD = 64 * 1024;

/** Undefined where git has to say which commits are new: a branch that starts or goes on elsewhere. */
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
