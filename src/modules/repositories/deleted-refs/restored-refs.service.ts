import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { ProtectedRefs } from '../../../core/repositories/protection/protected-refs.service.js';
import { BranchViewers } from '../branches/branch-views.service.js';
import { presentBranch } from '../branches/branch.presenter.js';
import { BranchReads } from '../branches/branches.service.js';
import { ProjectUrls } from '../project-urls.js';
import { presentTag } from '../tags/tag.presenter.js';
import { TagsService } from '../tags/tags.service.js';
import type { RestoredRef } from './deleted-refs.service.js';

/** Shows a ref that came back as what it is: a branch, or a tag. */
@Injectable()
export class RestoredRefs {
  constructor(
    private readonly branches: BranchReads,
    private readonly viewers: BranchViewers,
    private readonly tags: TagsService,
    private readonly rules: ProtectedRefs,
    private readonly urls: ProjectUrls,
  ) {}

  async show(project: Project, { kind, name }: RestoredRef, viewer: Caller) {
    if (kind === 'branch') {
      return presentBranch(await this.branches.get(project, name), await this.viewers.of(project, viewer));
    }
    return presentTag(await this.tags.get(project, name), await this.rules.ofTags(project.id), this.urls.of(project));
  }
}
