import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import type { Project } from '../../../core/projects/project.js';
import { RateCounters, windowAt } from '../../../platform/http/rate-limit/rate-counters.js';
import { tooManyRequests } from '../../../platform/http/rate-limit/rate-limit.js';

const SECONDS = 60;

/** Limit of calls per project and minute. */
export interface ProjectLimit {
  readonly name: string;
  readonly requests: number;
}

/** Limits the requests for one project, over all callers together (contract: integrations §4.3, §8.6). */
@Injectable()
export class ProjectRateService {
  constructor(
    private readonly counters: RateCounters,
    private readonly clock: Clock,
  ) {}

  /** Throws 429 beyond the limit. */
  async count({ id }: Project, { name, requests }: ProjectLimit): Promise<void> {
    const now = this.clock.millis();
    const window = windowAt(`${name} ${id}`, SECONDS, now);
    const observed = await this.counters.hit(window);
    if (observed > requests) {
      throw tooManyRequests(name, { limit: requests, observed, window }, now);
    }
  }
}
