import { Injectable } from '@nestjs/common';
import { Env } from '../../../../platform/config/env.js';
import { PipelinesRepository } from '../../../pipelines/records/pipelines.repository.js';
import type { PushedProject } from '../../../repositories/pushes/push-facts.repository.js';
import type { EventPayload } from '../../records/event-payload.js';
import { EventOriginsService } from '../event-origins.service.js';
import { JobFactsRepository } from './job-facts.repository.js';
import { PipelineCommitsService } from './pipeline-commits.service.js';
import { buildPayload, pipelinePayload, tracePayload } from './pipeline-payloads.js';
import type { PipelineFacts } from './pipeline-payloads.js';

/** An event of a pipeline, ready to be recorded. */
export interface PipelineEvent {
  readonly project: PushedProject;
  readonly ref: string;
  readonly payload: EventPayload;
}

/** Reads the data for events of pipelines and jobs, in the transaction of the change (contract: integrations §4.2). */
@Injectable()
export class PipelineFactsService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: JobFactsRepository,
    private readonly origins: EventOriginsService,
    private readonly commits: PipelineCommitsService,
    private readonly env: Env,
  ) {}

  /** Null if the pipeline or its project no longer exists. */
  async ofPipeline(pipelineId: number): Promise<PipelineEvent | null> {
    const found = await this.facts(pipelineId);
    if (!found) {
      return null;
    }
    const jobs = await this.jobs.ofPipeline(pipelineId);
    const source = await this.pipelines.findSource(pipelineId);
    const variableKeys = await this.jobs.variableKeys(pipelineId);
    return { ...found, payload: pipelinePayload(found.facts, jobs, { source, variableKeys }) };
  }

  ofJob(pipelineId: number, jobId: number): Promise<PipelineEvent | null> {
    return this.aboutJob(pipelineId, jobId, buildPayload);
  }

  ofTrace(pipelineId: number, jobId: number): Promise<PipelineEvent | null> {
    return this.aboutJob(pipelineId, jobId, tracePayload);
  }

  private async aboutJob(
    pipelineId: number,
    jobId: number,
    payloadOf: typeof buildPayload,
  ): Promise<PipelineEvent | null> {
    const found = await this.facts(pipelineId);
    const job = found && (await this.jobs.find(jobId));
    return job ? { ...found, payload: payloadOf(found.facts, job) } : null;
  }

  private async facts(pipelineId: number) {
    const pipeline = await this.pipelines.findAnywhere(pipelineId);
    const found = pipeline && (await this.origins.find(pipeline.projectId, pipeline.userId ?? 0));
    if (!found) {
      return null;
    }
    const { source, ...origin } = found;
    const project = { id: pipeline.projectId, path: pipeline.projectPath };
    const webUrl = `${this.env.baseUrl}/${pipeline.projectPath}`;
    const facts: PipelineFacts = { origin, webUrl, pipeline, commit: await this.commits.of(project, pipeline.sha) };
    return { project: source, ref: pipeline.ref, facts };
  }
}
