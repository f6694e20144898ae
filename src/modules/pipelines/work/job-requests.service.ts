import { Injectable } from '@nestjs/common';
import type { Runner } from '../runners/runner.js';
import type { HandedJob } from './job-answer.presenter.js';
import { JobAssignmentService } from './job-assignment.service.js';
import { JobHandoverService } from './job-handover.service.js';

/** Maximum number of attempts per request: a job may be taken or canceled at the same moment. */
const TRIES = 20;

/** Answers the requests of runners for jobs (contract: triggers §9 Taking a job). */
@Injectable()
export class JobRequestsService {
  constructor(
    private readonly assignment: JobAssignmentService,
    private readonly handover: JobHandoverService,
  ) {}

  /** Starts the next job for this runner; returns null if there is none. */
  async next(runner: Runner): Promise<HandedJob | null> {
    if (runner.isPaused) {
      return null;
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const found = await this.assignment.assign(runner);
      if (found === 'nothing') {
        return null;
      }
      const handed = found === 'lost' ? null : await this.handover.handOver(found);
      if (handed) {
        return handed;
      }
    }
    return null;
  }
}
