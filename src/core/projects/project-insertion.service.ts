import { Injectable } from '@nestjs/common';
import { allEnded } from '../../common/concurrency/all-ended.js';
import { invalidField, IS_TAKEN } from '../../common/errors/catalogue.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { MembersRepository } from '../members/members.repository.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import type { NewProject, NewProjectColumns } from './new-project.js';
import { ProjectsRepository } from './projects.repository.js';
import type { TargetNamespace } from './target-namespaces.repository.js';

/** Writes a new project with its address, its repository and its first members (contract: core §6). */
@Injectable()
export class ProjectInsertionService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly namespaces: NamespacesRepository,
    private readonly members: MembersRepository,
    private readonly contributions: Contributions,
  ) {}

  /** Answers the new project's id. Throws 400 when the path is taken. */
  async insert(
    tx: Tx,
    columns: NewProjectColumns,
    target: TargetNamespace,
    { withReadme }: Pick<NewProject, 'withReadme'>,
    caller: Caller,
  ): Promise<number> {
    const id = await this.projects.insert(columns);
    const [isClaimed] = await allEnded([
      this.namespaces.claimPath(`${target.fullPath}/${columns.path}`, { projectId: id }),
      this.repositories.add({ projectId: id }, 'code', columns.repositoryStorage),
      this.addMembers(id, target, columns.creatorId, caller),
    ]);
    if (!isClaimed) {
      throw invalidField('path', IS_TAKEN);
    }
    if (withReadme) {
      await this.writeReadme(tx, id, columns, caller);
    }
    return id;
  }

  /**
   * Makes the owner of a personal namespace and the creator Owners. In a group, a creator below Owner becomes
   * Maintainer, apart from a token's bot, which is not added (contract: core §4, §6).
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

  /** Contract: core §6. */
  private writeReadme(
    tx: Tx,
    projectId: number,
    { name, defaultBranch, repositoryStorage: storage }: NewProjectColumns,
    caller: Caller,
  ): Promise<void> {
    const files = [{ path: 'README.md', content: `# ${name}\n` }];
    const commit = { branch: defaultBranch, message: 'Initial commit', files };
    return this.repositories.writeFirstCommit(tx, { id: projectId, storage }, commit, caller);
  }

  private get repositories(): ContainerRepositories {
    return this.contributions.only(ContainerRepositories);
  }
}
