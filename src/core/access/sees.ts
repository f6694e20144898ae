import { seesInternal } from './caller.js';
import type { Account, Caller } from './caller.js';

/** What the visibility of projects, groups and snippets depends on, apart from membership. */
type Viewer = Pick<Caller, 'isAdmin' | 'seesInternal'>;

/** The viewer of a protocol that knows an account instead of a {@link Caller}; null for anonymous clients. */
export const viewerOf = (account: Account | null): Viewer => ({
  isAdmin: account?.isAdmin ?? false,
  seesInternal: account !== null && seesInternal(account),
});

/** Whether the viewer sees something of this visibility, given their level there (contract: conventions §8). */
export function sees(viewer: Viewer, visibility: 'private' | 'internal' | 'public', level: number | null): boolean {
  if (viewer.isAdmin || visibility === 'public' || (level ?? 0) > 0) {
    return true;
  }
  return visibility === 'internal' && viewer.seesInternal;
}
