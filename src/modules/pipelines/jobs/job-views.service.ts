import { Injectable } from '@nestjs/common';
import type { Page } from '../../../common/pagination/page.js';
import { FeaturesService } from '../../../core/features/features.service.js';
import type { CiJob } from './ci-job.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import type { User } from '../../../core/users/user.js';
import { Env } from '../../../platform/config/env.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { presentJob } from './job.presenter.js';
import type { JobView } from './job.presenter.js';

/**
 * Presents jobs with their users and commits, with one query for all users and one git process for all commits of a
 * project.
 */
@Injectable()
export class JobViewsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly features: FeaturesService,
    private readonly env: Env,
  ) {}

  async one(job: CiJob): Promise<JobView> {
    const [view] = await this.several([job]);
    if (!view) {
      throw new Error('One job has one view.');
    }
    return view;
  }

  async page(page: Page<CiJob>): Promise<Page<JobView>> {
    const views = new Map((await this.several(page.items)).map((view) => [view.id, view]));
    return page.map(({ id }) => {
      const view = views.get(id);
      if (!view) {
        throw new Error('Each job has its view.');
      }
      return view;
    });
  }

  private async several(jobs: readonly CiJob[]): Promise<JobView[]> {
    const users = await this.usersOf(jobs);
    const commits = await this.commitsOf(jobs);
    const isTokenScopeOn = await this.features.isOn('ci_job_token_scope');
    return jobs.map((job) => {
      const user = users.get(job.userId ?? 0) ?? null;
      return presentJob(job, { user, commit: commits.get(job.sha) ?? null, isTokenScopeOn }, this.env.baseUrl);
    });
  }

  /** Users by id; the ghost user under 0, for jobs whose account was deleted (contract: core §2). */
  private async usersOf(jobs: readonly CiJob[]): Promise<ReadonlyMap<number, User>> {
    const ids = new Set(jobs.flatMap(({ userId }) => (userId === null ? [] : [userId])));
    const users = new Map((await this.users.findAll([...ids])).map((user) => [user.id, user]));
    const ghost = jobs.some(({ userId }) => userId === null) ? await this.users.findGhost() : null;
    return ghost === null ? users : users.set(0, ghost);
  }

  private async commitsOf(jobs: readonly CiJob[]): Promise<ReadonlyMap<string, Commit>> {
    const found = new Map<string, Commit>();
    for (const projectId of new Set(jobs.map((job) => job.projectId))) {
      const ids = new Set(jobs.filter((job) => job.projectId === projectId).map(({ sha }) => sha));
      const repository = await this.repositories.getCode(projectId);
      const commits = await this.reads.open(repository, [], (session) => session.commits([...ids]));
      commits.forEach((commit) => found.set(commit.id, commit));
    }
    return found;
  }
}
