import { Injectable } from '@nestjs/common';
import { Readiness } from '../../../core/health/readiness.js';
import { RunnerRegistrationService } from '../runners/runner-registration.service.js';
import type { Runner } from '../runners/runner.js';
import type { HandedJob } from './job-answer.presenter.js';
import { HeartbeatsRepository } from './heartbeats.repository.js';
import { JobRequestsService } from './job-requests.service.js';
import { PendingWatchService } from './pending-watch.service.js';

/** Runners abort a request only after a somewhat longer time. */
const WAIT_MS = 30_000;

/** A runner that requests a job. */
export interface WaitingRunner {
  readonly runner: Runner;
  readonly token: string;
  readonly isPatient: boolean;
}

/** Lets idle runners wait for a job instead of polling (contract: triggers §9). */
@Injectable()
export class WaitingRequestsService {
  constructor(
    private readonly requests: JobRequestsService,
    private readonly registration: RunnerRegistrationService,
    private readonly watch: PendingWatchService,
    private readonly heartbeats: HeartbeatsRepository,
    private readonly readiness: Readiness,
  ) {}

  /** A request for a job counts as contact of the runner's jobs (contract: triggers §9 Time limits). */
  noteLife({ id }: Runner): Promise<void> {
    return this.heartbeats.noteOf(id);
  }

  /**
   * Like `JobRequests.next`, but a runner that can wait gets its answer when there is a job, or after 30 seconds. It
   * may be paused, changed or removed while it waits. Throws 403 if it was removed.
   */
  async next({ runner, token, isPatient }: WaitingRunner, signal: AbortSignal): Promise<HandedJob | null> {
    const end = performance.now() + WAIT_MS;
    for (let current = runner; ; current = await this.registration.get(token)) {
      const { count } = this.watch;
      const job = await this.requests.next(current);
      const left = end - performance.now();
      if (job || !isPatient || left <= 0) {
        return job;
      }
      await this.watch.wait(left, signal, count);
      if (isGone(signal) || isGone(this.readiness.stopSignal)) {
        return null;
      }
    }
  }
}

/** A client that has disconnected, or is rejected, gets no job. */
const isGone = ({ aborted }: AbortSignal): boolean => aborted;
