import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../common/errors/catalogue.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { sees } from '../access/sees.js';
import { TargetNamespacesRepository } from './target-namespaces.repository.js';
import type { TargetNamespace } from './target-namespaces.repository.js';

const LEAST: Readonly<Record<'developer' | 'maintainer', Role>> = {
  developer: Role.Developer,
  maintainer: Role.Maintainer,
};

/** Finds the namespaces in which callers may create projects (contract: core §6). */
@Injectable()
export class TargetNamespacesService {
  constructor(private readonly targets: TargetNamespacesRepository) {}

  /**
   * Locks the namespace against deletion and renames. Throws 404 when it is missing or hidden, 403 without the right.
   */
  async getForCreation(namespaceId: number, caller: Caller): Promise<TargetNamespace> {
    const target = await this.targets.lock(namespaceId, caller.userId);
    if (!target || !isVisible(target, caller)) {
      throw notFound('Namespace');
    }
    if (!mayCreate(target, caller)) {
      throw forbidden();
    }
    return target;
  }

  /** The personal namespace of a user; throws 403 for accounts that have none. */
  async getPersonal(userId: number, caller: Caller): Promise<TargetNamespace> {
    const target = await this.targets.lockPersonal(userId, caller.userId);
    if (!target) {
      throw forbidden();
    }
    return target;
  }
}

const isVisible = (target: TargetNamespace, caller: Caller): boolean =>
  target.visibility === null || sees(caller, target.visibility, target.level);

function mayCreate(target: TargetNamespace, caller: Caller): boolean {
  if (target.kind === 'user') {
    return caller.isAdmin || target.ownerId === caller.userId;
  }
  const needed = target.projectCreationLevel ?? 'noone';
  return needed === 'noone' ? caller.isAdmin : caller.isAtLeast(LEAST[needed], target.level);
}
