import { Injectable } from '@nestjs/common';
import { invalidField, IS_TAKEN } from '../../common/errors/catalogue.js';

import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { AuditService } from '../audit/audit.service.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { MembersRepository } from '../members/members.repository.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Visibility } from '../settings/visibility.js';
import { SpamCheckService } from '../spam/spam-check.service.js';
import type { SpamProof } from '../spam/spam-proof.js';
import type { User } from '../users/user.js';
import { UsersRepository } from '../users/users.repository.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import { TargetNamespacesService } from './target-namespaces.service.js';
import type { TargetNamespace } from './target-namespaces.repository.js';
import { pathFromName, refuseBadPath, refuseTooOpen } from './project-rules.js';
import { ProjectRunnersTokenService } from './project-runners-token.service.js';
import type { Project } from './project.js';
import { ProjectsRepository } from './projects.repository.js';
import type { ProjectChanges } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

export interface NewProject extends ProjectChanges {
  readonly namespaceId?: number | undefined;
  /** The storage that an administrator named; ignored from everybody else. */
  readonly storage?: string | undefined;
  /** Begin with a commit that holds a README. */
  readonly withReadme?: boolean | undefined;
}

interface NewColumns {
  readonly name: string;
  readonly defaultBranch: string;
}

/** Creates projects (contract: core §6). */
@Injectable()
export class ProjectCreationService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly reader: ProjectsService,
    private readonly targets: TargetNamespacesService,
    private readonly namespaces: NamespacesRepository,
    private readonly members: MembersRepository,
    private readonly users: UsersRepository,
    private readonly settings: SettingsService,
    private readonly contributions: Contributions,
    private readonly spam: SpamCheckService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly runnersToken: ProjectRunnersTokenService,
  ) {}

  /** Throws 404 or 403 for the namespace, 400 for path, visibility, limit and spam, 409 for a CAPTCHA. */
  async create(input: NewProject, caller: Caller, proof: SpamProof): Promise<Project> {
    const { defaultProjectVisibility } = await this.settings.current();
    await this.spam.check({
      type: 'project',
      caller,
      visibility: input.visibility ?? defaultProjectVisibility,
      title: input.name ?? input.path ?? '',
      text: input.description ?? '',
      proof,
      rules: () => this.checkRules(input, caller),
    });
    return this.make(input, caller, caller.userId);
  }

  /** For an administrator: in that user's namespace, that user as creator. Throws 403 for accounts that have none. */
  createFor(user: User, input: NewProject, caller: Caller): Promise<Project> {
    return this.make(input, caller, user.id);
  }

  private make(input: NewProject, caller: Caller, ownerId: number): Promise<Project> {
    return this.database.transaction(async (tx) => {
      const target = await this.targetNamespaceFor(input.namespaceId, caller, ownerId);
      const repositoryStorage = await this.repositories.chooseStorage(input.storage, caller);
      const project = { ...(await this.columnsOf(input, target, ownerId)), repositoryStorage };
      const id = await this.projects.insert(project);
      await this.repositories.add({ projectId: id }, 'code', repositoryStorage);
      if (!(await this.namespaces.claimPath(`${target.fullPath}/${project.path}`, { projectId: id }))) {
        throw invalidField('path', IS_TAKEN);
      }
      await this.addMembers(id, target, ownerId, caller);
      if (input.withReadme) {
        await this.writeReadme(tx, id, project, caller);
      }
      const created = await this.reader.get(id, caller);
      await this.audit.record(tx, caller, auditedProject(created), projectAsTarget(created), {
        custom_message: 'Project created',
      });
      return created;
    });
  }

  /** Throws what {@link create} would throw but for the spam. */
  private async checkRules(input: NewProject, caller: Caller): Promise<void> {
    const target = await this.targetNamespaceFor(input.namespaceId, caller, caller.userId);
    const { path } = await this.columnsOf(input, target, caller.userId);
    if (await this.namespaces.isTaken(`${target.fullPath}/${path}`)) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  private targetNamespaceFor(
    namespaceId: number | undefined,
    caller: Caller,
    ownerId: number,
  ): Promise<TargetNamespace> {
    return namespaceId === undefined
      ? this.targets.getPersonal(ownerId, caller)
      : this.targets.getForCreation(namespaceId, caller);
  }

  private async columnsOf(
    { namespaceId: _, storage: _storage, withReadme: _withReadme, ...input }: NewProject,
    target: TargetNamespace,
    ownerId: number,
  ) {
    const settings = await this.settings.current();
    const path = input.path ?? pathFromName(input.name ?? '');
    const visibility: Visibility = input.visibility ?? settings.defaultProjectVisibility;
    refuseBadPath(path, target.fullPath);
    refuseTooOpen(visibility, target.visibility);
    await this.refuseOverLimit(target);
    return {
      ...input,
      path,
      name: input.name ?? path,
      visibility,
      namespaceId: target.id,
      creatorId: ownerId,
      defaultBranch: input.defaultBranch ?? settings.defaultBranchName,
      sharedRunnersEnabled: input.sharedRunnersEnabled ?? settings.sharedRunnersEnabled,
      ...this.runnersToken.make(),
    };
  }

  /** Contract: core §6. */
  private writeReadme(tx: Tx, projectId: number, { name, defaultBranch }: NewColumns, caller: Caller): Promise<void> {
    const files = [{ path: 'README.md', content: `# ${name}\n` }];
    const commit = { branch: defaultBranch, message: 'Initial commit', files };
    return this.repositories.writeFirstCommit(tx, projectId, commit, caller);
  }

  private get repositories(): ContainerRepositories {
    return this.contributions.only(ContainerRepositories);
  }

  private async refuseOverLimit({ kind, id, ownerId }: TargetNamespace): Promise<void> {
    if (kind !== 'user' || ownerId === null) {
      return;
    }
    const limit = await this.users.lockProjectsLimit(ownerId);
    if ((await this.projects.countInNamespace(id)) >= limit) {
      throw invalidField('limit_reached', `Your project limit is ${limit} projects`);
    }
  }

  /**
   * Whose namespace it is, and who creates there, is Owner; in a group a Developer or Maintainer becomes Maintainer,
   * but a token's bot joins nothing (contract: core §4, §6).
   */
  private async addMembers(
    projectId: number,
    target: TargetNamespace,
    creatorId: number,
    caller: Caller,
  ): Promise<void> {
    const createdBy = caller.userId;
    if (target.kind === 'user') {
      const owners = new Set([target.ownerId ?? creatorId, creatorId]);
      for (const userId of owners) {
        await this.members.insert({ projectId, userId, level: Role.Owner, createdBy });
      }
    } else if (target.level > 0 && target.level < Role.Owner && !caller.isBot) {
      await this.members.insert({ projectId, userId: creatorId, level: Role.Maintainer, createdBy });
    }
  }
}
