import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Pipeline } from '../pipeline.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { hasEnded } from '../processing/statuses.js';
import { Readiness } from '../../../core/health/readiness.js';
import { PipelineProjectResolver } from './pipeline-project.resolver.js';

const LOOK_MS = 250;

/** Lets clients wait for what becomes of a pipeline (contract: triggers §16.3). */
@Injectable()
export class PipelineWatchService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly readers: PipelineProjectResolver,
    private readonly readiness: Readiness,
    private readonly clock: Clock,
  ) {}

  /** As {@link wait}, for one reader. Throws 404 and 403 when they may not read the project's pipelines any more. */
  async waitAs(reader: Caller, pipeline: Pipeline, seconds: number, left: AbortSignal): Promise<void> {
    if (seconds === 0) {
      return;
    }
    await this.wait(pipeline, seconds, left);
    if (!(await this.readers.resolve({ id: String(pipeline.projectId) }, reader))) {
      throw notFound(this.readers.resourceName);
    }
  }

  /** Settles when the status is another one, the pipeline has ended or gone, the time is over, or the client has left. */
  async wait({ id, status }: Pipeline, seconds: number, left: AbortSignal): Promise<void> {
    const end = this.clock.millis() + seconds * 1000;
    const signal = AbortSignal.any([left, this.readiness.stopSignal]);
    while (!hasEnded(status) && this.clock.millis() < end && !signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if ((await this.pipelines.statusOf(id)) !== status) {
        return;
      }
    }
  }
}
