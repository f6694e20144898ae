import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitRequest } from '../writes/commit-request.js';
import { CommitWritesService } from '../writes/commit-writes.service.js';
import { DiffsService } from '../reads/diffs.service.js';
import type { CommitPreview } from './commit-preview.js';
import { INITIAL_BRANCH, ProjectCodeService } from '../project-code/project-code.service.js';
import type { SingleCommit } from './commit.presenter.js';
import { CommitsService } from './commits.service.js';

/** Commits by REST (contract: git §3.3, §10.2). */
@Injectable()
export class CommitCreationService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly commits: CommitWritesService,
    private readonly reads: CommitsService,
    private readonly diffs: DiffsService,
  ) {}

  async create(project: Project, request: CommitRequest, caller: Caller, withStats: boolean): Promise<SingleCommit> {
    return this.reads.get(project, await this.commit(project, request, caller), withStats);
  }

  /** Answers the id of the commit. */
  async commit(project: Project, request: CommitRequest, caller: Caller): Promise<string> {
    refuseArchived(project);
    const repository = await this.code.of(project);
    return this.commits.commit(repository, request, caller, project.defaultBranch ?? INITIAL_BRANCH);
  }

  async preview(project: Project, request: CommitRequest, caller: Caller): Promise<CommitPreview> {
    refuseArchived(project);
    const repository = await this.code.of(project);
    const initial = project.defaultBranch ?? INITIAL_BRANCH;
    return this.commits.preview(repository, request, caller, initial, async ({ id, parentId, gitDir, area }) => {
      const range = { from: parentId, to: id };
      const { files } = await this.diffs.between(gitDir, range, area);
      return { branch: request.branch, head: parentId, files, stats: await this.diffs.stats(gitDir, range, area) };
    });
  }
}

function refuseArchived({ archived }: Project): void {
  if (archived) {
    throw forbidden('The project is archived');
  }
}
