import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { EventsService } from '../../../core/events/events.service.js';
import { KeepRefJob } from '../../repositories/refs/keep-ref.job.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import type { WaitingJob } from '../processing/next-statuses.js';
import { PipelineProcessingService } from '../processing/pipeline-processing.service.js';
import { ProcessPipelineJob } from '../processing/process-pipeline.job.js';
import { PIPELINE_CHANGED } from '../pipeline-events.js';
import type { PipelineChanged } from '../pipeline-events.js';
import type { Pipeline, PipelineVariable } from '../pipeline.js';
import type { NewJob } from '../jobs/ci-job.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import type { PipelineOrder } from './pipeline-order.js';
import type { PipelinePlan } from './pipeline-plan.js';
import { PAYLOAD_VARIABLE, PipelinePlanningService } from './pipeline-planning.service.js';
import { badDefinition } from './pipeline-refusals.js';

export interface CreatedPipeline {
  /** As it was when it was created (contract: triggers §2). */
  readonly created: Promise<Pipeline>;
}

/**
 * A pipeline with more jobs is started by a job: where integrations are told, the data of each is read, while other
 * pipelines of the project wait for their numbers.
 */
const STARTED_AT_ONCE = 20;

/** Creates pipelines (contract: triggers §3). */
@Injectable()
export class PipelineCreationService {
  constructor(
    private readonly planning: PipelinePlanningService,
    private readonly pipelines: PipelinesRepository,
    private readonly ciJobs: CiJobsRepository,
    private readonly processing: PipelineProcessingService,
    private readonly events: EventsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /**
   * Creates a pipeline and starts its first jobs; a pipeline with a bad definition fails from the start. Throws the
   * refusals of the contract except the one for a bad definition, which {@link refuseFailed} throws once the pipeline
   * is committed.
   */
  async create(order: PipelineOrder): Promise<Pipeline> {
    const { created } = await this.createWithin(order);
    return created;
  }

  /**
   * Like {@link create}. In a surrounding transaction the record comes with its commit, so it must be awaited after
   * that: parallel pipelines of a project wait for each other from the number of the first one to its commit.
   */
  createWithin(order: PipelineOrder): Promise<CreatedPipeline> {
    return this.database.transaction(async (tx) => {
      const { projectId } = order;
      const [plan] = await Promise.all([
        this.planning.plan(order),
        this.events.prepare(tx, PIPELINE_CHANGED, projectId),
      ]);
      const [id, jobIds, isKept] = await Promise.all([
        this.pipelines.nextId(),
        this.ciJobs.nextIds(plan.error === null ? plan.jobs.length : 0),
        this.pipelines.isKept(projectId, plan.ref.commit.id),
      ]);
      const status = statusOf(order, plan);
      const jobs = newJobs(plan, jobIds, status);
      await this.insert(id, order, plan, jobs);
      const created = this.get(projectId, id);
      created.catch(() => undefined); // the transaction fails with the same error
      if (!isKept) {
        await this.keep(tx, id, plan);
      }
      await this.follow(tx, { projectId, pipelineId: id, status }, jobs);
      return { created };
    });
  }

  private async insert(id: number, order: PipelineOrder, plan: PipelinePlan, jobs: readonly NewJob[]): Promise<void> {
    await this.pipelines.insert(id, newPipeline(order, plan));
    await this.pipelines.insertVariables(id, variablesOf(order));
    await this.ciJobs.insert({ projectId: plan.project.id, pipelineId: id, userId: order.userId }, jobs);
    if (order.sourceJob) {
      await this.pipelines.insertSource(id, order.sourceJob);
    }
  }

  /** Keeps the commit, whatever happens to the ref (contract: git §5.4). */
  private async keep(tx: Tx, id: number, { repository, ref }: PipelinePlan): Promise<void> {
    const kept = { repositoryId: repository.id, reason: 'pipelines', id, objectId: ref.commit.id } as const;
    await this.jobs.enqueue(tx, KeepRefJob, kept);
  }

  private async follow(tx: Tx, created: PipelineChanged, jobs: readonly NewJob[]): Promise<void> {
    await this.events.publish(tx, { name: PIPELINE_CHANGED, payload: created });
    if (created.status !== 'created') {
      return;
    }
    if (jobs.length > STARTED_AT_ONCE) {
      await this.jobs.enqueue(tx, ProcessPipelineJob, { pipelineId: created.pipelineId });
    } else {
      await this.processing.start(tx, created, inOrder(jobs));
    }
  }

  private async get(projectId: number, id: number): Promise<Pipeline> {
    const created = await this.pipelines.find(projectId, id);
    if (!created) {
      throw new Error('The pipeline that was just made is missing.');
    }
    return created;
  }
}

/** Throws 422 for a pipeline that was stored as failed because of its definition (contract: triggers §3.8). */
export function refuseFailed({ yamlErrors }: Pipeline): void {
  if (yamlErrors !== null) {
    throw badDefinition(yamlErrors);
  }
}

function statusOf({ isSkippedBy }: PipelineOrder, { error, ref }: PipelinePlan): Status {
  if (error !== null) {
    return 'failed';
  }
  return isSkippedBy?.(ref.commit.message) === true ? 'skipped' : 'created';
}

const newPipeline = (order: PipelineOrder, plan: PipelinePlan) => ({
  projectId: plan.project.id,
  ref: plan.ref.name,
  isTag: plan.ref.kind === 'tag',
  sha: plan.ref.commit.id,
  beforeSha: order.beforeSha ?? null,
  source: order.source,
  status: statusOf(order, plan),
  userId: order.userId,
  triggerId: order.trigger?.id ?? null,
  eventType: order.eventType ?? null,
  name: plan.error === null ? plan.name : null,
  yamlErrors: plan.error,
  origin: order.origin ?? null,
});

const newJobs = (plan: PipelinePlan, ids: readonly number[], status: Status): NewJob[] =>
  ids.flatMap((id, at) => {
    const job = plan.error === null ? plan.jobs[at] : undefined;
    return job ? [{ ...job, id, status, isProtected: plan.isProtected }] : [];
  });

/** In the order in which a pipeline's jobs are read, and their events published. */
const inOrder = (jobs: readonly NewJob[]): WaitingJob[] =>
  jobs
    .map((job) => ({ ...job, needs: job.needs?.map((need) => need.job) ?? null }))
    .sort((a, b) => a.stagePosition - b.stagePosition);

const variablesOf = ({ variables, payload }: PipelineOrder): readonly PipelineVariable[] =>
  payload === undefined ? variables : [...variables, { key: PAYLOAD_VARIABLE, type: 'file', value: payload }];
