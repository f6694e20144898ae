import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { EventsService } from '../../../core/events/events.service.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { eventsOfJob, PIPELINE_CHANGED } from '../pipeline-events.js';
import type { PipelineChanged } from '../pipeline-events.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { nextStatuses } from './next-statuses.js';
import type { WaitingJob } from './next-statuses.js';
import { pipelineStatus } from './statuses.js';

/**
 * Advances pipelines: starts the jobs that are due, computes the status and publishes events (contract: triggers §6).
 */
@Injectable()
export class PipelineProcessingService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  /**
   * Gives the jobs whose turn has come their next status. Safe to repeat; has no effect when the pipeline no longer
   * exists.
   */
  async process(pipelineId: number): Promise<void> {
    await this.change(pipelineId, null);
  }

  /**
   * Runs a change of the pipeline's jobs under the pipeline's row lock, then advances the pipeline, all in one
   * transaction with the resulting events; returns null when the pipeline no longer exists. Without `work`, only
   * advances it.
   */
  change<T>(pipelineId: number, work: ((tx: Tx) => Promise<T>) | null): Promise<T | null> {
    return this.database.transaction(async (tx) => {
      const [pipeline, before] = await Promise.all([
        this.pipelines.lock(pipelineId),
        this.jobs.newestOf(pipelineId), // sent after the lock, so it reads the jobs once the pipeline is locked
      ]);
      if (!pipeline) {
        return null;
      }
      const answer = work && (await work(tx));
      if (pipeline.yamlErrors === null) {
        const { projectId, status } = pipeline;
        const jobs = work ? await this.jobs.newestOf(pipelineId) : before;
        await this.advance(tx, { projectId, pipelineId, status }, before, jobs);
      }
      return answer;
    });
  }

  /** Advances a pipeline that the surrounding transaction created, so that nobody else can have changed it. */
  start(tx: Tx, created: PipelineChanged, jobs: readonly WaitingJob[]): Promise<void> {
    return this.advance(tx, created, jobs, jobs);
  }

  private async advance(
    tx: Tx,
    { status: known, ...ids }: PipelineChanged,
    before: readonly WaitingJob[],
    jobs: readonly WaitingJob[],
  ): Promise<void> {
    const after = await this.advanceJobs(jobs);
    await this.tellJobs(tx, ids, before, after);
    const status = pipelineStatus(after);
    if (status !== known) {
      await this.settle(tx, { ...ids, status });
    }
  }

  /** Returns the jobs after the change; no other transaction changes them while the pipeline is locked. */
  private async advanceJobs(jobs: readonly WaitingJob[]): Promise<readonly WaitingJob[]> {
    const next = nextStatuses(jobs);
    if (next.size === 0) {
      return jobs;
    }
    await this.jobs.move(next);
    return this.advanceJobs(jobs.map((job) => ({ ...job, status: next.get(job.id) ?? job.status })));
  }

  private async tellJobs(
    tx: Tx,
    ids: { readonly projectId: number; readonly pipelineId: number },
    before: readonly WaitingJob[],
    after: readonly WaitingJob[],
  ): Promise<void> {
    const known = new Map(before.map(({ id, status }) => [id, status]));
    const statusBefore = (id: number) => known.get(id) ?? 'created'; // of a new attempt
    for (const { id, status } of after.filter((job) => statusBefore(job.id) !== job.status)) {
      await this.events.publish(tx, ...eventsOfJob({ ...ids, jobId: id, status }));
    }
  }

  private async settle(tx: Tx, payload: PipelineChanged): Promise<void> {
    await this.pipelines.settle(payload.pipelineId, payload.status);
    await this.events.publish(tx, { name: PIPELINE_CHANGED, payload });
  }
}
