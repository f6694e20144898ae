import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitRequest } from '../writes/commit-request.js';
import type { DraftedCommit } from '../writes/commit-drafts.service.js';
import { CommitPipelinesService } from '../writes/commit-pipelines.service.js';
import { CommitWritesService } from '../writes/commit-writes.service.js';
import { DiffsService } from '../reads/diffs.service.js';
import type { CommitPreview } from './commit-preview.js';
import { INITIAL_BRANCH, ProjectCodeService } from '../project-code/project-code.service.js';
import type { SingleCommit } from './commit.presenter.js';
import { DraftStatsService } from './draft-stats.service.js';

/** Creates commits for the REST API (contract: git §3.3, §10.2). */
@Injectable()
export class CommitCreationService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly commits: CommitWritesService,
    private readonly stats: DraftStatsService,
    private readonly pipelines: CommitPipelinesService,
    private readonly diffs: DiffsService,
  ) {}

  async create(project: Project, request: CommitRequest, caller: Caller, withStats: boolean): Promise<SingleCommit> {
    const drafted = await this.commit(project, request, caller);
    const stats = withStats ? await this.stats.of(project, drafted) : undefined;
    const { commit } = drafted;
    return { commit, stats, pipeline: await this.pipelines.newestOf(project, commit.id, caller) };
  }

  async commit(project: Project, request: CommitRequest, caller: Caller): Promise<DraftedCommit> {
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
