import { Injectable } from '@nestjs/common';
import { allEnded } from '../../common/concurrency/all-ended.js';
import { invalidField, IS_TAKEN } from '../../common/errors/catalogue.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Caller } from '../access/caller.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Visibility } from '../settings/visibility.js';
import { UsersRepository } from '../users/users.repository.js';
import type { NewProject, NewProjectColumns } from './new-project.js';
import { pathFromName, refuseBadPath, refuseTooOpen } from './project-rules.js';
import { ProjectRunnersTokenService } from './project-runners-token.service.js';
import { ProjectsRepository } from './projects.repository.js';
import type { TargetNamespace } from './target-namespaces.repository.js';
import { TargetNamespacesService } from './target-namespaces.service.js';

/** Where a project may be created, and with which values (contract: core §6). */
@Injectable()
export class NewProjectRulesService {
  constructor(
    private readonly targets: TargetNamespacesService,
    private readonly projects: ProjectsRepository,
    private readonly namespaces: NamespacesRepository,
    private readonly users: UsersRepository,
    private readonly settings: SettingsService,
    private readonly runnersToken: ProjectRunnersTokenService,
    private readonly contributions: Contributions,
  ) {}

  async visibilityOf({ visibility }: NewProject): Promise<Visibility> {
    return visibility ?? (await this.settings.current()).defaultProjectVisibility;
  }

  /** Throws 404 or 403 for the namespace. */
  targetNamespaceFor({ namespaceId }: NewProject, caller: Caller, ownerId: number): Promise<TargetNamespace> {
    return namespaceId === undefined
      ? this.targets.getPersonal(ownerId, caller)
      : this.targets.getForCreation(namespaceId, caller);
  }

  /** Throws what a creation would throw, apart from the spam check. */
  async check(input: NewProject, caller: Caller): Promise<void> {
    const target = await this.targetNamespaceFor(input, caller, caller.userId);
    const { path } = await this.columnsOf(input, target, caller, caller.userId);
    if (await this.namespaces.isTaken(`${target.fullPath}/${path}`)) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  /** Throws 400 for path, visibility, storage and the limit of the namespace. */
  async columnsOf(
    { namespaceId: _, storage, withReadme: _withReadme, ...input }: NewProject,
    target: TargetNamespace,
    caller: Caller,
    ownerId: number,
  ): Promise<NewProjectColumns> {
    const settings = await this.settings.current();
    const path = input.path ?? pathFromName(input.name ?? '');
    const visibility = await this.visibilityOf(input);
    refuseBadPath(path, target.fullPath);
    refuseTooOpen(visibility, target.visibility);
    const [, repositoryStorage] = await allEnded([
      this.refuseOverLimit(target),
      this.contributions.only(ContainerRepositories).chooseStorage(storage, caller),
    ]);
    return {
      ...input,
      path,
      name: input.name ?? path,
      visibility,
      namespaceId: target.id,
      creatorId: ownerId,
      repositoryStorage,
      defaultBranch: input.defaultBranch ?? settings.defaultBranchName,
      sharedRunnersEnabled: input.sharedRunnersEnabled ?? settings.sharedRunnersEnabled,
      ...this.runnersToken.make(),
    };
  }

  private async refuseOverLimit({ kind, id, ownerId }: TargetNamespace): Promise<void> {
    if (kind !== 'user' || ownerId === null) {
      return;
    }
    const [limit, count] = await Promise.all([
      this.users.lockProjectsLimit(ownerId),
      this.projects.countInNamespace(id), // once the limit is held
    ]);
    if (count >= limit) {
      throw invalidField('limit_reached', `Your project limit is ${limit} projects`);
    }
  }
}
