import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { levelOf } from '../../../core/projects/project.js';
import { ProtectionsRepository } from '../../../core/repositories/protection/protections.repository.js';
import { Env } from '../../../platform/config/env.js';
import type { BranchViewer } from './branch.presenter.js';

/** Who looks at branches, and by which rules they stand. */
@Injectable()
export class BranchViewers {
  constructor(
    private readonly protections: ProtectionsRepository,
    private readonly env: Env,
  ) {}

  async of(project: Project, viewer: Caller): Promise<BranchViewer> {
    const rules = {
      level: levelOf(project),
      isAdmin: viewer.isAdmin,
      defaultBranch: project.defaultBranch,
      branches: await this.protections.branchRules(project.id),
      tags: [],
    };
    return { rules, archived: project.archived, projectUrl: `${this.env.baseUrl}/${project.fullPath}` };
  }
}
