import { Injectable } from '@nestjs/common';
import type { ApiError } from '../../../common/errors/api-error.js';
import { message } from '../../../common/errors/catalogue.js';
import { isUsable } from '../../../core/access/account-state.js';
import { Caller } from '../../../core/access/caller.js';
import type { Account } from '../../../core/access/caller.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { CiJobsRepository } from '../../pipelines/records/ci-jobs.repository.js';
import type { Pipeline, SourceJob } from '../../pipelines/pipeline.js';
import { PipelinesRepository } from '../../pipelines/records/pipelines.repository.js';
import { TriggerTokensService } from '../call/trigger-tokens.service.js';
import type { TriggerCredential } from '../call/trigger-tokens.service.js';
import { mayReadPipelines } from '../../pipelines/project-pipelines/pipeline-project.resolver.js';
import { PipelineWatchService } from '../../pipelines/project-pipelines/pipeline-watch.service.js';
import type { LiveTrigger } from '../trigger.js';
import { TriggersRepository } from '../triggers.repository.js';
import type { FollowedPipeline } from './follow.presenter.js';

/** The requested pipeline, with the project as named in the path. */
export interface PipelineReference {
  readonly project: string;
  readonly pipelineId: number;
}

const noSuchPipeline = (): ApiError => message(404, '404 Not Found');

/** Shows pipelines to the token that started them (contract: triggers §16.3). */
@Injectable()
export class FollowService {
  constructor(
    private readonly tokens: TriggerTokensService,
    private readonly triggers: TriggersRepository,
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly watch: PipelineWatchService,
    private readonly projects: ProjectByIdOrPath,
    private readonly users: UsersRepository,
  ) {}

  /**
   * Throws 401 for dead and unknown tokens, including those that end during the wait, and 404 for every other pipeline.
   */
  async follow(
    reference: PipelineReference,
    token: string,
    waitSeconds: number,
    left: AbortSignal,
  ): Promise<FollowedPipeline> {
    let followed = await this.get(reference, await this.tokens.get({ token }));
    if (waitSeconds > 0) {
      await this.watch.wait(followed.pipeline, waitSeconds, left);
      followed = await this.get(reference, await this.tokens.get({ token }));
    }
    return { ...followed, jobs: await this.jobs.shownOf(followed.pipeline.id) };
  }

  private async get({ project, pipelineId }: PipelineReference, credential: TriggerCredential) {
    const pipeline = await this.pipelines.findAnywhere(pipelineId);
    const source = pipeline && (await this.pipelines.findSource(pipeline.id));
    if (!pipeline || !(await this.isIn(project, pipeline)) || !isOwn(credential, pipeline, source)) {
      throw noSuchPipeline();
    }
    if (!(await this.mayRead(credential, pipeline))) {
      throw noSuchPipeline();
    }
    return { pipeline, source };
  }

  /**
   * A trigger token may read what its owner may read at this moment, a job token what the job's user may (contract:
   * triggers §1, §16.3).
   */
  private async mayRead(credential: TriggerCredential, { projectId }: Pipeline): Promise<boolean> {
    const account = credential.kind === 'job' ? credential.account : await this.ownerOf(credential.trigger);
    if (!account || !isUsable(account)) {
      return false;
    }
    const reader = Caller.anonymous('').actingAs(account);
    const target = await this.projects.resolveReference(String(projectId), reader);
    return target !== null && mayReadPipelines(target.record, reader);
  }

  private ownerOf({ ownerId }: LiveTrigger): Promise<Account | null> {
    return ownerId === null ? Promise.resolve(null) : this.users.findAccount(ownerId);
  }

  private async isIn(project: string, { projectId }: Pipeline): Promise<boolean> {
    return (await this.triggers.findProjectId(project)) === projectId;
  }
}

const isOwn = (credential: TriggerCredential, { triggerId }: Pipeline, source: SourceJob | null): boolean =>
  credential.kind === 'trigger' ? triggerId === credential.trigger.id : source?.jobId === credential.job.id;
