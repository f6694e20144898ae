import { Injectable } from '@nestjs/common';
import { forbidden, invalidField, IS_TAKEN, notFound } from '../../common/errors/catalogue.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import type { Visibility } from '../settings/visibility.js';
import { UsersRepository } from '../users/users.repository.js';
import { refuseBadPath, refuseTooOpen } from './group-rules.js';
import { GroupByIdOrPath } from './group-target.resolver.js';
import type { Group } from './group.js';

/** The input that decides whether a new group is allowed at a path. */
interface NewGroupPath {
  readonly path: string;
  readonly parentId?: number | undefined;
  readonly visibility: Visibility;
}

/** Rules for where groups may be created, and by whom (contract: core §5). */
@Injectable()
export class NewGroupRulesService {
  constructor(
    private readonly resolver: GroupByIdOrPath,
    private readonly namespaces: NamespacesRepository,
    private readonly users: UsersRepository,
  ) {}

  /** Throws the errors of {@link parentFor}, and 400 for a path that is taken. */
  async check(input: NewGroupPath, caller: Caller): Promise<void> {
    const parent = await this.parentFor(input, caller);
    if (await this.namespaces.isTaken(parent ? `${parent.fullPath}/${input.path}` : input.path)) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  /** Returns the parent if a group with this path and visibility is allowed there. Throws 404, 403, 400. */
  async parentFor({ parentId, path, visibility }: NewGroupPath, caller: Caller): Promise<Group | null> {
    const parent = await this.findParent(parentId, caller);
    await this.refuseCreation(parent, caller);
    refuseBadPath(path, parent);
    refuseTooOpen(visibility, parent);
    return parent;
  }

  private async findParent(parentId: number | undefined, caller: Caller): Promise<Group | null> {
    if (parentId === undefined) {
      return null;
    }
    await this.namespaces.hold(parentId);
    const parent = await this.resolver.resolveReference(String(parentId), caller);
    if (!parent) {
      throw notFound('Group');
    }
    return parent.record;
  }

  private async refuseCreation(parent: Group | null, caller: Caller): Promise<void> {
    if (caller.isAdmin) {
      return;
    }
    const account = await this.users.find(caller.userId);
    const byLevel = parent?.subgroupCreationLevel === 'owner' ? Role.Owner : Role.Maintainer;
    const needed = caller.isBot ? Role.Owner : byLevel; // a token bot cannot become a member, so it must be Owner by inheritance
    const allowed = parent ? parent.level >= needed : (account?.canCreateGroup ?? false) && !caller.isBot;
    if (!allowed) {
      throw forbidden();
    }
  }
}
