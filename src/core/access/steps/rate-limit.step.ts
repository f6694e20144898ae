import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { RateCounters, windowAt } from '../../../platform/http/rate-limit/rate-counters.js';
import { tooManyRequests, usageHeaders } from '../../../platform/http/rate-limit/rate-limit.js';
import type { AccessSettingValues } from '../access-settings.js';
import { AccessSettings } from '../access-settings.js';
import type { Caller } from '../caller.js';
import type { AccessContext } from '../access-context.js';
import { Step } from './step.js';

interface LimitClass {
  readonly enabled: boolean;
  readonly requests: number;
  readonly seconds: number;
  /** Who shares one count. */
  readonly counts: string;
  readonly name: string;
}

/** Limits requests per address or per user, while the settings say so (contract: conventions §1 step 5, §14). */
@Injectable()
export class RateLimitStep extends Step {
  constructor(
    private readonly settings: AccessSettings,
    private readonly counters: RateCounters,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const settings = await this.settings.current();
    const limit = classOf(access.caller, settings);
    if (!limit.enabled || isExempt(access, settings)) {
      return;
    }
    const now = this.clock.millis();
    const window = windowAt(limit.counts, limit.seconds, now);
    const usage = { limit: limit.requests, observed: await this.counters.hit(window), window };
    if (usage.observed > limit.requests) {
      throw tooManyRequests(limit.name, usage, now);
    }
    Object.entries(usageHeaders(usage)).forEach(([name, value]) => access.response.setHeader(name, value));
  }
}

function classOf({ isAnonymous, userId, address }: Caller, settings: AccessSettingValues): LimitClass {
  return isAnonymous
    ? {
        enabled: settings.throttleUnauthenticatedApiEnabled,
        requests: settings.throttleUnauthenticatedApiRequestsPerPeriod,
        seconds: settings.throttleUnauthenticatedApiPeriodInSeconds,
        counts: `api address ${address}`,
        name: 'throttle_unauthenticated_api',
      }
    : {
        enabled: settings.throttleAuthenticatedApiEnabled,
        requests: settings.throttleAuthenticatedApiRequestsPerPeriod,
        seconds: settings.throttleAuthenticatedApiPeriodInSeconds,
        counts: `api user ${userId}`,
        name: 'throttle_authenticated_api',
      };
}

function isExempt({ caller, rules, state }: AccessContext, { throttleUserAllowlist }: AccessSettingValues): boolean {
  const byRoute = rules.unthrottled === 'everybody' || (rules.unthrottled === 'administrators' && caller.isAdmin);
  const username = caller.account?.username.toLowerCase();
  return state.isInner || byRoute || throttleUserAllowlist.some((allowed) => allowed.toLowerCase() === username);
}
