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

/** Where a caller may create projects (contract: core §6). */
@Injectable()
export class TargetNamespacesService {
  constructor(private readonly places: TargetNamespacesRepository) {}

  /** Holds the namespace against deletion and renames; throws 404 when it is missing or hidden, 403 without the right. */
  async getForCreation(namespaceId: number, caller: Caller): Promise<TargetNamespace> {
    const place = await this.places.hold(namespaceId, caller.userId);
    if (!place || !isVisible(place, caller)) {
      throw notFound('Namespace');
    }
    if (!mayCreate(place, caller)) {
      throw forbidden();
    }
    return place;
  }

  /** The personal namespace of a user; throws 403 for accounts that have none. */
  async getPersonal(userId: number, caller: Caller): Promise<TargetNamespace> {
    const place = await this.places.holdPersonal(userId, caller.userId);
    if (!place) {
      throw forbidden();
    }
    return place;
  }
}

const isVisible = (place: TargetNamespace, caller: Caller): boolean =>
  place.visibility === null || sees(caller, place.visibility, place.level);

function mayCreate(place: TargetNamespace, caller: Caller): boolean {
  if (place.kind === 'user') {
    return caller.isAdmin || place.ownerId === caller.userId;
  }
  const needed = place.projectCreationLevel ?? 'noone';
  return needed === 'noone' ? caller.isAdmin : caller.isAtLeast(LEAST[needed], place.level);
}
