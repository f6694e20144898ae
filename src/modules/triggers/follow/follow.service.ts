import { Injectable } from '@nestjs/common';
import { message } from '../../../common/errors/catalogue.js';
import { CiJobsRepository } from '../../pipelines/records/ci-jobs.repository.js';
import type { Pipeline, SourceJob } from '../../pipelines/pipeline.js';
import { PipelinesRepository } from '../../pipelines/records/pipelines.repository.js';
import { TriggerTokensService } from '../call/trigger-tokens.service.js';
import type { TriggerCredential } from '../call/trigger-tokens.service.js';
import { PipelineWatchService } from '../../pipelines/project-pipelines/pipeline-watch.service.js';
import { TriggersRepository } from '../triggers.repository.js';
import type { FollowedPipeline } from './follow.presenter.js';

/** Which pipeline is asked for: the project as the path names it. */
export interface PipelineReference {
  readonly project: string;
  readonly pipelineId: number;
}

/** Shows pipelines to the token that started them (contract: triggers §16.3). */
@Injectable()
export class FollowService {
  constructor(
    private readonly tokens: TriggerTokensService,
    private readonly triggers: TriggersRepository,
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly watch: PipelineWatchService,
  ) {}

  /** Throws 401 for dead and unknown tokens, 404 for every other pipeline. */
  async follow(
    reference: PipelineReference,
    token: string,
    waitSeconds: number,
    left: AbortSignal,
  ): Promise<FollowedPipeline> {
    const credential = await this.tokens.get({ token });
    const before = await this.get(reference, credential);
    await this.watch.wait(before.pipeline, waitSeconds, left);
    const followed = await this.get(reference, credential);
    return { ...followed, jobs: await this.jobs.shownOf(followed.pipeline.id) };
  }

  private async get({ project, pipelineId }: PipelineReference, credential: TriggerCredential) {
    const pipeline = await this.pipelines.findAnywhere(pipelineId);
    const source = pipeline && (await this.pipelines.findSource(pipeline.id));
    if (!pipeline || !(await this.isIn(project, pipeline)) || !isOwn(credential, pipeline, source)) {
      throw message(404, '404 Not Found');
    }
    return { pipeline, source };
  }

  private async isIn(project: string, { projectId }: Pipeline): Promise<boolean> {
    return (await this.triggers.findProjectId(project)) === projectId;
  }
}

const isOwn = (credential: TriggerCredential, { triggerId }: Pipeline, source: SourceJob | null): boolean =>
  credential.kind === 'trigger' ? triggerId === credential.trigger.id : source?.jobId === credential.job.id;
