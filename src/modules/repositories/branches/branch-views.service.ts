import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { levelOf } from '../../../core/projects/project.js';
import { ProtectedRefsService } from '../protection/protected-refs.service.js';
import { ProjectUrls } from '../project-code/project-urls.js';
import type { BranchViewer } from './branch.presenter.js';

/** Provides the viewer of branches, including the protection rules. */
@Injectable()
export class BranchViewsService {
  constructor(
    private readonly rules: ProtectedRefsService,
    private readonly urls: ProjectUrls,
  ) {}

  async of(project: Project, viewer: Caller): Promise<BranchViewer> {
    const rules = {
      level: levelOf(project),
      isAdmin: viewer.isAdmin,
      defaultBranch: project.defaultBranch,
      branches: await this.rules.ofBranches(project.id),
      tags: [],
    };
    return { rules, archived: project.archived, projectUrl: this.urls.of(project) };
  }
}
