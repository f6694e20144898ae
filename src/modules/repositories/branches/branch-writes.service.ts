import { Injectable } from '@nestjs/common';
import { badRequest, forbidden, preconditionFailed } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { PushRefused } from '../pushes/ref-writes.service.js';
import { RefsMoved } from '../refs/ref-swaps.service.js';
import type { RefWrite } from '../pushes/ref-writes.service.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { BRANCHES, isRefName } from '../../../platform/git/ref-names.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { ProjectCodeService, refused } from '../project-code/project-code.service.js';
import type { Branch } from './branch.js';
import { BranchesService } from './branches.service.js';

const DEFAULT_STAYS = 'The default branch cannot be deleted';
export const IS_PROTECTED = 'The branch is protected';

/** Creates and deletes branches (contract: git §3.1). */
@Injectable()
export class BranchWritesService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly reads: RepositoryReadsService,
    private readonly refs: RefListsService,
    private readonly branches: BranchesService,
  ) {}

  /**
   * Returns the branch as it was created, even if it has been deleted since. Throws 400 for a bad name, an unknown
   * start or an existing branch, 403 if the branch would be protected, and 409.
   */
  async create(project: Project, name: string, ref: string, caller: Caller): Promise<Branch> {
    if (!isRefName(name)) {
      throw refused('Branch name is invalid');
    }
    const id = await this.code.write(project, caller, (write) =>
      this.code.create(write, BRANCHES + name, () => this.begin(write, name, ref)).catch(refuseProtected),
    );
    return this.branches.at(project, { name, id });
  }

  /** `isAsSeen` returns whether the branch is still what the caller saw. Throws 404, 400, 403, 412. */
  async delete(project: Project, name: string, caller: Caller, isAsSeen: (branch: Branch) => boolean): Promise<void> {
    const branch = await this.branches.get(project, name);
    if (!isAsSeen(branch)) {
      throw preconditionFailed();
    }
    await this.code.write(project, caller, async (write) => {
      const change = { ref: BRANCHES + name, before: branch.commit.id, after: NULL_ID };
      await this.code
        .move(write, change)
        .catch((error: unknown) => this.refuseDeletion(error, project, name, caller, isAsSeen));
    });
  }

  /** Returns the commit id at which the branch should start. */
  private async begin(write: RefWrite, name: string, ref: string): Promise<string> {
    await this.refuseTaken(write, name);
    const start = await this.reads.resolve(write.repository, ref);
    if (!start) {
      throw refused(`Invalid reference name: ${ref}`);
    }
    return start.commit.id;
  }

  private async refuseTaken({ repository, gitDir }: RefWrite, name: string): Promise<void> {
    if (await this.refs.find(repository, 'branch', name)) {
      throw refused('Branch already exists');
    }
    if (await this.refs.isInTheWay(gitDir, 'branch', name)) {
      throw refused('Branch name is invalid');
    }
  }

  /** If the branch moved in between, its current state is deleted, unless the caller required the state that it saw. */
  private async refuseDeletion(
    error: unknown,
    project: Project,
    name: string,
    caller: Caller,
    isAsSeen: (branch: Branch) => boolean,
  ): Promise<void> {
    if (error instanceof RefsMoved) {
      return this.delete(project, name, caller, isAsSeen);
    }
    if (!(error instanceof PushRefused)) {
      throw error;
    }
    const [first] = error.refused;
    throw first?.refusal === 'delete default' ? badRequest(DEFAULT_STAYS) : forbidden(IS_PROTECTED);
  }
}

function refuseProtected(error: unknown): never {
  throw error instanceof PushRefused ? forbidden(IS_PROTECTED) : error;
}
