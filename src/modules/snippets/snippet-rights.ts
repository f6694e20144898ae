import type { Caller } from '../../core/access/caller.js';
import { Role } from '../../core/access/role.js';
import { sees } from '../../core/access/sees.js';
import type { Snippet } from './snippet.js';

const isAuthor = ({ author }: Snippet, caller: Caller): boolean => author !== null && author.id === caller.userId;

/** Who sees a snippet, of a project that the caller sees if it has one (contract: core §8). */
export function seesSnippet(snippet: Snippet, caller: Caller): boolean {
  const level = snippet.projectId === null && isAuthor(snippet, caller) ? Role.Owner : snippet.level;
  return sees(caller, snippet.visibility, level);
}

/** The caller's level about it: its author has no less than an owner. */
export const levelOn = (snippet: Snippet, caller: Caller): number =>
  isAuthor(snippet, caller) ? Role.Owner : snippet.level;

/** Its author, Maintainers of its project, administrators. */
export const mayChange = (snippet: Snippet, caller: Caller): boolean =>
  caller.isAtLeast(Role.Maintainer, levelOn(snippet, caller));
