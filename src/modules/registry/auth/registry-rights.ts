import { isUsable } from '../../../core/access/account-state.js';
import type { Account } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { sees, viewerOf } from '../../../core/access/sees.js';
import { reaches } from '../../../core/deploy-tokens/deploy-token.js';
import type { RegistryAction } from './access-scope.js';
import type { ImagePath } from './image-path.js';
import type { RegistrySubject } from './registry-subject.js';

const NOTHING: ReadonlySet<RegistryAction> = new Set();
/** The most that a job may do (contract: registry §5). */
const JOB_ABILITIES: ReadonlySet<RegistryAction> = new Set<RegistryAction>(['pull', 'push', 'delete']);
const FOREIGN_JOB_ABILITIES: ReadonlySet<RegistryAction> = new Set<RegistryAction>(['pull']);
const LEAST_ROLE: Readonly<Record<Exclude<RegistryAction, 'pull'>, Role>> = {
  push: Role.Developer,
  delete: Role.Maintainer,
  '*': Role.Maintainer,
};

/** Returns what the subject may currently do there (contract: registry §2.1, §2.2, §5). */
export function rightsAt(image: ImagePath, subject: RegistrySubject): ReadonlySet<RegistryAction> {
  const all = image.registryLevel === 'disabled' ? NOTHING : rightsWhileOpen(image, subject);
  return image.archived ? only(all, ['pull']) : all;
}

function rightsWhileOpen(image: ImagePath, subject: RegistrySubject): ReadonlySet<RegistryAction> {
  switch (subject.kind) {
    case 'anonymous':
      return mayRead(image, null) ? new Set(['pull']) : NOTHING;
    case 'user':
      return only(subject.abilities, rightsByRole(image, subject.account));
    case 'job': {
      const abilities = image.projectId === subject.projectId ? JOB_ABILITIES : FOREIGN_JOB_ABILITIES;
      return only(abilities, rightsByRole(image, subject.account));
    }
    case 'deploy_token':
      return reaches(subject, image) ? subject.abilities : NOTHING;
  }
}

/** Blocked, deactivated and unconfirmed accounts have no rights. */
function rightsByRole(image: ImagePath, account: Account): RegistryAction[] {
  if (!isUsable(account)) {
    return [];
  }
  const level = account.isAdmin ? Role.Owner : image.memberLevel;
  const writes = (['push', 'delete', '*'] as const).filter((action) => level >= LEAST_ROLE[action]);
  return mayRead(image, account) ? ['pull', ...writes] : writes;
}

/** Contract: registry §2.1. */
export function mayRead(
  image: Pick<ImagePath, 'visibility' | 'registryLevel' | 'memberLevel'>,
  account: Account | null,
): boolean {
  const viewer = viewerOf(account);
  if (image.registryLevel === 'disabled' || !sees(viewer, image.visibility, image.memberLevel)) {
    return false;
  }
  return image.registryLevel === 'enabled' || viewer.isAdmin || image.memberLevel >= Role.Reporter;
}

const only = (held: ReadonlySet<RegistryAction>, allowed: readonly RegistryAction[]): ReadonlySet<RegistryAction> =>
  new Set(allowed.filter((action) => held.has(action)));
