import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { EventsService } from '../../../core/events/events.service.js';
import { KeepRefJob } from '../../repositories/refs/keep-ref.job.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { ProcessPipelineJob } from '../processing/process-pipeline.job.js';
import { PIPELINE_CHANGED } from '../pipeline-events.js';
import type { PipelineChanged } from '../pipeline-events.js';
import type { Pipeline, PipelineVariable } from '../pipeline.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import type { PipelineOrder } from './pipeline-order.js';
import type { PipelinePlan } from './pipeline-plan.js';
import { PAYLOAD_VARIABLE, PipelinePlanningService } from './pipeline-planning.service.js';
import { badDefinition } from './pipeline-refusals.js';

/** Creates pipelines (contract: triggers §3). */
@Injectable()
export class PipelineCreationService {
  constructor(
    private readonly planning: PipelinePlanningService,
    private readonly pipelines: PipelinesRepository,
    private readonly ciJobs: CiJobsRepository,
    private readonly events: EventsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /**
   * Creates a pipeline and queues its processing; a pipeline with a bad definition fails from the start. Throws the
   * refusals of the contract except the one for a bad definition, which {@link refuseFailed} throws once the pipeline
   * is committed.
   */
  create(order: PipelineOrder): Promise<Pipeline> {
    return this.database.transaction(async (tx) => {
      const plan = await this.planning.plan(order);
      const { id, isKept } = await this.pipelines.insert(newPipeline(order, plan));
      await this.pipelines.insertVariables(id, variablesOf(order));
      if (plan.error === null) {
        const status = statusOf(order, plan);
        const owner = { projectId: plan.project.id, pipelineId: id, userId: order.userId };
        await this.ciJobs.insert(
          owner,
          plan.jobs.map((job) => ({ ...job, status, isProtected: plan.isProtected })),
        );
      }
      if (order.sourceJob) {
        await this.pipelines.insertSource(id, order.sourceJob);
      }
      if (!isKept) {
        await this.keep(tx, id, plan);
      }
      const [created] = await Promise.all([this.get(plan.project.id, id), this.follow(tx, id, order, plan)]);
      return created;
    });
  }

  /** Keeps the commit, whatever happens to the ref (contract: git §5.4). */
  private async keep(tx: Tx, id: number, { repository, ref }: PipelinePlan): Promise<void> {
    const kept = { repositoryId: repository.id, reason: 'pipelines', id, objectId: ref.commit.id } as const;
    await this.jobs.enqueue(tx, KeepRefJob, kept);
  }

  private async follow(tx: Tx, id: number, order: PipelineOrder, plan: PipelinePlan): Promise<void> {
    const status = statusOf(order, plan);
    const payload: PipelineChanged = { projectId: plan.project.id, pipelineId: id, status };
    await this.events.publish(tx, { name: PIPELINE_CHANGED, payload });
    if (status === 'created') {
      await this.jobs.enqueue(tx, ProcessPipelineJob, { pipelineId: id });
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

const variablesOf = ({ variables, payload }: PipelineOrder): readonly PipelineVariable[] =>
  payload === undefined ? variables : [...variables, { key: PAYLOAD_VARIABLE, type: 'file', value: payload }];
