import { Injectable } from '@nestjs/common';
import { forbidden, invalidField, IS_INVALID, IS_TAKEN, notFound } from '../../common/errors/catalogue.js';
import type { PageRequest, SortDirection } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';

import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { AuditService } from '../audit/audit.service.js';
import { MembersRepository } from '../members/members.repository.js';
import { isPath, MAX_DEPTH, MAX_FULL_PATH } from '../../common/params/name-rules.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import { isMoreOpen } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';
import { SpamCheckService } from '../spam/spam-check.service.js';
import type { SpamProof } from '../spam/spam-proof.js';
import { UsersRepository } from '../users/users.repository.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import { groupConditions, within } from './group-filters.js';
import type { GroupFilters, GroupRange } from './group-filters.js';
import { GroupByIdOrPath } from './group-target.resolver.js';
import { GroupRunnersTokenService } from './group-runners-token.service.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';
import type { GroupChanges } from './groups.repository.js';

export interface NewGroup extends GroupChanges {
  readonly name: string;
  readonly path: string;
  readonly parentId?: number | undefined;
}

/** The input that decides whether a new group is allowed at a path. */
type NewGroupPath = Pick<NewGroup, 'parentId' | 'path'> & { readonly visibility: Visibility };

export interface GroupEdit extends GroupChanges {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

export interface GroupListRequest {
  readonly page: PageRequest;
  readonly orderBy?: string | undefined;
  readonly sort?: SortDirection | undefined;
}

/** Groups and their nesting (contract: core §5). */
@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly resolver: GroupByIdOrPath,
    private readonly namespaces: NamespacesRepository,
    private readonly members: MembersRepository,
    private readonly users: UsersRepository,
    private readonly settings: SettingsService,
    private readonly contributions: Contributions,
    private readonly spam: SpamCheckService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly runnersToken: GroupRunnersTokenService,
  ) {}

  list(filters: GroupFilters, request: GroupListRequest, caller: Caller): Promise<Page<Group>> {
    return this.groups.pageOfAll(groupConditions(filters, caller), caller, request);
  }

  children(group: Group, filters: GroupFilters, request: GroupListRequest, caller: Caller): Promise<Page<Group>> {
    return this.listWithin({ parentId: group.id }, filters, request, caller);
  }

  descendants(group: Group, filters: GroupFilters, request: GroupListRequest, caller: Caller): Promise<Page<Group>> {
    return this.listWithin({ ancestorId: group.id }, filters, request, caller);
  }

  async get(id: number, caller: Caller): Promise<Group> {
    const group = await this.groups.find(id, caller);
    if (!group) {
      throw notFound('Group');
    }
    return group;
  }

  /** Throws 404 for the parent, 403 without the right, 400 for path and visibility. */
  async create(input: NewGroup, caller: Caller, proof: SpamProof): Promise<Group> {
    const { defaultGroupVisibility } = await this.settings.current();
    const { visibility = defaultGroupVisibility, name: title, description: text } = input;
    const rules = () => this.checkRules({ ...input, visibility }, caller);
    await this.spam.check({ type: 'group', caller, visibility, title, text: text ?? '', proof, rules });
    return this.database.transaction(async (tx) => {
      const parent = await this.parentForCreation({ ...input, visibility }, caller);
      const { name, path, parentId: _, ...columns } = input;
      const id = await this.claim(name, path, parent);
      const repositories = this.contributions.only(ContainerRepositories);
      const repositoryStorage = await repositories.chooseStorage(undefined, caller);
      await this.insert(id, { ...columns, visibility, repositoryStorage });
      await repositories.add({ groupId: id }, 'wiki', repositoryStorage);
      if (!parent || parent.level < Role.Owner) {
        await this.members.insert({ groupId: id, userId: caller.userId, level: Role.Owner, createdBy: caller.userId });
      }
      const created = await this.get(id, caller);
      await this.audit.record(tx, caller, auditedGroup(created), groupAsTarget(created), {
        custom_message: 'Group created',
      });
      return created;
    });
  }

  /** Throws 400 for path and visibility. */
  async update(group: Group, { name, path, ...columns }: GroupEdit, caller: Caller, proof: SpamProof): Promise<Group> {
    await this.refuseSpam(group, { name, ...columns }, caller, proof);
    return this.database.transaction(async (tx) => {
      await this.namespaces.lockTree(group.id);
      if (!(await this.groups.lock(group.id))) {
        throw notFound('Group');
      }
      const held = await this.get(group.id, caller);
      const parent = held.parentId === null ? null : await this.get(held.parentId, caller);
      await this.refuseVisibility(held, parent, columns.visibility);
      await this.move(held, parent, path);
      await this.namespaces.rename(held.id, {
        ...(name === undefined ? {} : { name }),
        ...(path === undefined ? {} : { path }),
      });
      await this.groups.update(held.id, columns);
      const changed = await this.get(held.id, caller);
      await this.auditChanges(tx, held, changed, caller);
      return changed;
    });
  }

  /** Texts that did not change, in a group that is no more open than before, were checked already. */
  private async refuseSpam(group: Group, changes: GroupEdit, caller: Caller, proof: SpamProof): Promise<void> {
    const { name = group.name, description = group.description, visibility = group.visibility } = changes;
    if (name !== group.name || description !== group.description || visibility !== group.visibility) {
      await this.spam.check({ type: 'group', caller, visibility, title: name, text: description ?? '', proof });
    }
  }

  private listWithin(range: GroupRange, filters: GroupFilters, request: GroupListRequest, caller: Caller) {
    return this.groups.page([within(range), ...groupConditions(filters, caller)], caller, request);
  }

  /** Throws what {@link create} would throw but for the spam. */
  private async checkRules(input: NewGroupPath, caller: Caller): Promise<void> {
    const parent = await this.parentForCreation(input, caller);
    if (await this.namespaces.isTaken(parent ? `${parent.fullPath}/${input.path}` : input.path)) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  /** The parent, where a group of this path and visibility may be. Throws 404, 403, 400. */
  private async parentForCreation({ parentId, path, visibility }: NewGroupPath, caller: Caller): Promise<Group | null> {
    const parent = await this.parentFor(parentId, caller);
    await this.refuseCreation(parent, caller);
    refuseBadPath(path, parent);
    refuseTooOpen(visibility, parent);
    return parent;
  }

  private async parentFor(parentId: number | undefined, caller: Caller): Promise<Group | null> {
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
    const needed = caller.isBot ? Role.Owner : byLevel; // a token's bot joins nothing, so it must be Owner by inheritance
    const allowed = parent ? parent.level >= needed : (account?.canCreateGroup ?? false) && !caller.isBot;
    if (!allowed) {
      throw forbidden();
    }
  }

  private async claim(name: string, path: string, parent: Group | null): Promise<number> {
    const id = await this.namespaces.create({ kind: 'group', name, path, ...(parent ? { parent } : {}) });
    if (id === null) {
      throw invalidField('path', IS_TAKEN);
    }
    return id;
  }

  private async insert(id: number, columns: GroupChanges & { readonly visibility: Visibility }): Promise<void> {
    const { defaultBranchProtection } = await this.settings.current();
    await this.groups.insert({ defaultBranchProtection, ...columns, id, ...this.runnersToken.make() });
  }

  private async refuseVisibility(
    group: Group,
    parent: Group | null,
    visibility: Visibility | undefined,
  ): Promise<void> {
    if (visibility === undefined || visibility === group.visibility) {
      return;
    }
    refuseTooOpen(visibility, parent);
    const held = await this.groups.childVisibilities(group.id);
    if (held.some((child) => isMoreOpen(child, visibility))) {
      throw invalidField('visibility', 'is not allowed since this group contains more visible projects or groups');
    }
  }

  /** One transaction renames every address below (contract: core §6). */
  private async move(group: Group, parent: Group | null, path: string | undefined): Promise<void> {
    if (path === undefined || path === group.path) {
      return;
    }
    refuseBadPath(path, parent);
    const target = parent ? `${parent.fullPath}/${path}` : path;
    const longer = target.length - group.fullPath.length;
    if (longer > 0 && (await this.namespaces.longestBelow(group.fullPath)) + longer > MAX_FULL_PATH) {
      throw invalidField('path', IS_INVALID); // something below would no longer fit
    }
    if (!(await this.namespaces.renamePath(group.fullPath, target))) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  private async auditChanges(tx: Tx, before: Group, after: Group, caller: Caller): Promise<void> {
    const fields = { name: 'name', fullPath: 'path', visibility: 'visibility' } as const;
    for (const field of ['name', 'fullPath', 'visibility'] as const) {
      if (before[field] !== after[field]) {
        const change = { change: fields[field], from: before[field], to: after[field] };
        await this.audit.record(tx, caller, auditedGroup(after), groupAsTarget(after), change);
      }
    }
  }
}

function refuseBadPath(path: string, parent: Group | null): void {
  const depth = parent ? parent.traversalIds.length + 1 : 1;
  const length = parent ? parent.fullPath.length + path.length + 1 : path.length;
  if (!isPath(path, parent ? 'below' : 'top') || depth > MAX_DEPTH || length > MAX_FULL_PATH) {
    throw invalidField('path', IS_INVALID);
  }
}

function refuseTooOpen(visibility: Visibility, parent: Group | null): void {
  if (parent && isMoreOpen(visibility, parent.visibility)) {
    throw invalidField('visibility', `is not allowed in a ${parent.visibility} group`);
  }
}
