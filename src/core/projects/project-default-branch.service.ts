import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors/catalogue.js';
import { DefaultBranchService } from '../repositories/pushes/default-branch.service.js';
import { RefListsService } from '../repositories/refs/ref-lists.service.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import type { Project } from './project.js';

/** The default branch as a setting of a project (contract: core §6, git §1). */
@Injectable()
export class ProjectDefaultBranchService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly refs: RefListsService,
    private readonly branches: DefaultBranchService,
  ) {}

  /** Throws 400 for one that does not exist in a repository that has something in it. */
  async refuseMissing(project: Project, name: string | null | undefined): Promise<void> {
    if (name === undefined || name === null || name === project.defaultBranch || project.emptyRepo) {
      return;
    }
    if (!(await this.refs.find(await this.repositories.getCode(project.id), 'branch', name))) {
      throw invalidField('default_branch', 'does not exist');
    }
  }

  /** HEAD of the repository always points at the default branch. */
  async follow(before: Project, after: Project): Promise<void> {
    if (after.defaultBranch !== null && after.defaultBranch !== before.defaultBranch) {
      await this.branches.pointHead(await this.repositories.getCode(after.id), after.defaultBranch);
    }
  }
}
