import { Injectable } from '@nestjs/common';
import { invalidField, IS_TAKEN } from '../../common/errors/catalogue.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { MembersRepository } from '../members/members.repository.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Visibility } from '../settings/visibility.js';
import { GroupRunnersTokenService } from './group-runners-token.service.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';
import type { NewGroup } from './new-group.js';

/** Inserts a new group with its namespace, wiki and first Owner (contract: core §5). */
@Injectable()
export class GroupInsertionService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly namespaces: NamespacesRepository,
    private readonly members: MembersRepository,
    private readonly settings: SettingsService,
    private readonly runnersToken: GroupRunnersTokenService,
    private readonly contributions: Contributions,
  ) {}

  /** Runs in the current transaction; returns the id. Throws 400 when the path is taken. */
  async insert(
    { name, path, parentId: _, ...columns }: NewGroup & { readonly visibility: Visibility },
    parent: Group | null,
    caller: Caller,
  ): Promise<number> {
    const id = await this.claim(name, path, parent);
    const repositories = this.contributions.only(ContainerRepositories);
    const repositoryStorage = await repositories.chooseStorage(undefined, caller);
    const { defaultBranchProtection } = await this.settings.current();
    const defaults = { defaultBranchProtection, ...this.runnersToken.make() };
    await this.groups.insert({ ...defaults, ...columns, id, repositoryStorage });
    await repositories.add({ groupId: id }, 'wiki', repositoryStorage);
    if (!parent || parent.level < Role.Owner) {
      await this.members.insert({ groupId: id, userId: caller.userId, level: Role.Owner, createdBy: caller.userId });
    }
    return id;
  }

  private async claim(name: string, path: string, parent: Group | null): Promise<number> {
    const id = await this.namespaces.create({ kind: 'group', name, path, ...(parent ? { parent } : {}) });
    if (id === null) {
      throw invalidField('path', IS_TAKEN);
    }
    return id;
  }
}
