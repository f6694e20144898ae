import { isUsable } from '../../../core/access/account-state.js';
import { seesInternal } from '../../../core/access/caller.js';
import type { Account } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { sees } from '../../../core/access/sees.js';
import { reaches } from '../../../core/deploy-tokens/deploy-token.js';
import type { RegistryAction } from './access-scope.js';
import type { ImagePath } from './image-path.js';
import type { RegistrySubject } from './registry-subject.js';

const NOTHING: ReadonlySet<RegistryAction> = new Set();
/** What a job may at most (contract: registry §5). */
const JOB_ABILITIES: ReadonlySet<RegistryAction> = new Set<RegistryAction>(['pull', 'push', 'delete']);
const FOREIGN_JOB_ABILITIES: ReadonlySet<RegistryAction> = new Set<RegistryAction>(['pull']);
const LEAST_ROLE: Readonly<Record<Exclude<RegistryAction, 'pull'>, Role>> = {
  push: Role.Developer,
  delete: Role.Maintainer,
  '*': Role.Maintainer,
};

/** What the subject may do there now (contract: registry §2.1, §2.2, §5). */
export function rightsAt(place: ImagePath, subject: RegistrySubject): ReadonlySet<RegistryAction> {
  const all = place.registryLevel === 'disabled' ? NOTHING : rightsWhileOpen(place, subject);
  return place.archived ? only(all, ['pull']) : all;
}

function rightsWhileOpen(place: ImagePath, subject: RegistrySubject): ReadonlySet<RegistryAction> {
  switch (subject.kind) {
    case 'anonymous':
      return mayRead(place, null) ? new Set(['pull']) : NOTHING;
    case 'user':
      return only(subject.abilities, rightsByRole(place, subject.account));
    case 'job': {
      const abilities = place.projectId === subject.projectId ? JOB_ABILITIES : FOREIGN_JOB_ABILITIES;
      return only(abilities, rightsByRole(place, subject.account));
    }
    case 'deploy_token':
      return reaches(subject, place) ? subject.abilities : NOTHING;
  }
}

/** Blocked, deactivated and unconfirmed accounts may do nothing. */
function rightsByRole(place: ImagePath, account: Account): RegistryAction[] {
  if (!isUsable(account)) {
    return [];
  }
  const level = account.isAdmin ? Role.Owner : place.memberLevel;
  const writes = (['push', 'delete', '*'] as const).filter((action) => level >= LEAST_ROLE[action]);
  return mayRead(place, account) ? ['pull', ...writes] : writes;
}

/** Contract: registry §2.1. */
export function mayRead(
  place: Pick<ImagePath, 'visibility' | 'registryLevel' | 'memberLevel'>,
  account: Account | null,
): boolean {
  const isAdmin = account?.isAdmin ?? false;
  const viewer = { isAdmin, seesInternal: account !== null && seesInternal(account) };
  if (place.registryLevel === 'disabled' || !sees(viewer, place.visibility, place.memberLevel)) {
    return false;
  }
  return place.registryLevel === 'enabled' || isAdmin || place.memberLevel >= Role.Reporter;
}

const only = (held: ReadonlySet<RegistryAction>, allowed: readonly RegistryAction[]): ReadonlySet<RegistryAction> =>
  new Set(allowed.filter((action) => held.has(action)));
