import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { ProtectedRefsService } from '../protection/protected-refs.service.js';
import { BranchViewsService } from '../branches/branch-views.service.js';
import { presentBranch } from '../branches/branch.presenter.js';
import { BranchesService } from '../branches/branches.service.js';
import { ProjectUrls } from '../project-code/project-urls.js';
import { presentTag } from '../tags/tag.presenter.js';
import { TagsService } from '../tags/tags.service.js';
import type { RestoredRef } from './deleted-refs.service.js';

/** Presents a restored ref as a branch or a tag. */
@Injectable()
export class RestoredRefsService {
  constructor(
    private readonly branches: BranchesService,
    private readonly viewers: BranchViewsService,
    private readonly tags: TagsService,
    private readonly rules: ProtectedRefsService,
    private readonly urls: ProjectUrls,
  ) {}

  async show(project: Project, { kind, name }: RestoredRef, viewer: Caller) {
    if (kind === 'branch') {
      return presentBranch(await this.branches.get(project, name), await this.viewers.of(project, viewer));
    }
    return presentTag(await this.tags.get(project, name), await this.rules.ofTags(project.id), this.urls.of(project));
  }
}
