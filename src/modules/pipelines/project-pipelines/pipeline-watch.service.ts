import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { notFound, unauthorized } from '../../../common/errors/catalogue.js';
import { refuseInactive } from '../../../core/access/account-state.js';
import { Caller } from '../../../core/access/caller.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import type { Pipeline } from '../pipeline.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { hasEnded } from '../processing/statuses.js';
import { Readiness } from '../../../core/health/readiness.js';
import { PipelineProjectResolver } from './pipeline-project.resolver.js';

const LOOK_MS = 250;

/** Lets clients wait for a change of a pipeline's status (contract: triggers §16.3). */
@Injectable()
export class PipelineWatchService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly readers: PipelineProjectResolver,
    private readonly users: UsersRepository,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Like {@link wait}, for one reader. Throws 401, 403 or 404 when the reader may no longer read the project's
   * pipelines.
   */
  async waitAs(reader: Caller, pipeline: Pipeline, seconds: number, left: AbortSignal): Promise<void> {
    if (seconds === 0) {
      return;
    }
    await this.wait(pipeline, seconds, left);
    const present = await this.asOfNow(reader);
    if (!(await this.readers.resolve({ id: String(pipeline.projectId) }, present))) {
      throw notFound(this.readers.resourceName);
    }
  }

  /**
   * Resolves when the status has changed, the pipeline has ended or was deleted, the time is over, the client has
   * disconnected, or the process stops.
   */
  async wait({ id, status }: Pipeline, seconds: number, left: AbortSignal): Promise<void> {
    const end = performance.now() + seconds * 1000;
    const signal = AbortSignal.any([left, this.readiness.stopSignal]);
    while (!hasEnded(status) && performance.now() < end && !signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if ((await this.pipelines.statusOf(id)) !== status) {
        return;
      }
    }
  }

  /** Checks the account again: it may have been blocked, or have lost rights, while its request waited. */
  private async asOfNow(reader: Caller): Promise<Caller> {
    if (reader.isAnonymous) {
      return reader;
    }
    const account = await this.users.findAccount(reader.userId);
    if (!account) {
      throw unauthorized();
    }
    refuseInactive(account);
    return Caller.anonymous(reader.address).actingAs(account);
  }
}
