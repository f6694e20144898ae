import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import { Env } from '../../../platform/config/env.js';
import { RateCounters, windowAt } from '../../../platform/http/rate-limit/rate-counters.js';
import { tooManyRequests, usageHeaders } from '../../../platform/http/rate-limit/rate-limit.js';

const NAME = 'alerts';

/**
 * Hourly limit per project. Disabled by default, because senders do not repeat refused requests (contract: alerts
 * §1.3).
 */
@Injectable()
export class AlertRateLimit {
  constructor(
    private readonly counters: RateCounters,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Counts a request and returns the headers of its answer. Throws 429. */
  async count(projectId: number): Promise<Readonly<Record<string, string>>> {
    const limit = this.env.alertRateLimit;
    if (limit === 0) {
      return {};
    }
    const now = this.clock.millis();
    const window = windowAt(`${NAME} of project ${projectId}`, HOUR_SECONDS, now);
    const usage = { limit, window, observed: await this.counters.hit(window) };
    if (usage.observed > limit) {
      throw tooManyRequests(NAME, usage, now);
    }
    return usageHeaders(usage);
  }
}
