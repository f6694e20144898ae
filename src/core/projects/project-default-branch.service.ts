import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors/catalogue.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import type { Project } from './project.js';

/** The default branch as a setting of a project (contract: core §6, git §1). */
@Injectable()
export class ProjectDefaultBranchService {
  constructor(private readonly contributions: Contributions) {}

  /** Throws 400 for a branch that does not exist, unless the repository is empty. */
  async refuseMissing(project: Project, name: string | null | undefined): Promise<void> {
    if (name === undefined || name === null || name === project.defaultBranch || project.emptyRepo) {
      return;
    }
    if (!(await this.repositories.hasBranch(project.id, name))) {
      throw invalidField('default_branch', 'does not exist');
    }
  }

  /** HEAD of the repository always points at the default branch. */
  async follow(before: Project, after: Project): Promise<void> {
    if (after.defaultBranch !== null && after.defaultBranch !== before.defaultBranch) {
      await this.repositories.pointHead(after.id);
    }
  }

  private get repositories(): ContainerRepositories {
    return this.contributions.only(ContainerRepositories);
  }
}
