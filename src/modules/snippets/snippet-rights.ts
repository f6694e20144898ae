import type { Caller } from '../../core/access/caller.js';
import { Role } from '../../core/access/role.js';
import { sees } from '../../core/access/sees.js';
import type { Snippet } from './snippet.js';

const isAuthor = ({ author }: Snippet, caller: Caller): boolean => author !== null && author.id === caller.userId;

/** Whether the caller can see the snippet, provided that they can see its project, if any (contract: core §8). */
export function seesSnippet(snippet: Snippet, caller: Caller): boolean {
  const level = snippet.projectId === null && isAuthor(snippet, caller) ? Role.Owner : snippet.level;
  return sees(caller, snippet.visibility, level);
}

/** The caller's level for the snippet; authors count as owners. */
export const levelOn = (snippet: Snippet, caller: Caller): number =>
  isAuthor(snippet, caller) ? Role.Owner : snippet.level;

/** Whether the caller is its author, a Maintainer of its project, or an administrator. */
export const mayChange = (snippet: Snippet, caller: Caller): boolean =>
  caller.isAtLeast(Role.Maintainer, levelOn(snippet, caller));
