import { Injectable } from '@nestjs/common';
import { networkOf } from '../../common/addresses/network-of.js';
import { Clock } from '../../common/time/clock.js';
import type { HttpResponse } from '../../platform/http/http-types.js';
import { RateCounters, windowAt } from '../../platform/http/rate-limit/rate-counters.js';
import { tooManyRequests, usageHeaders } from '../../platform/http/rate-limit/rate-limit.js';
import { AccessSettings } from './access-settings.js';
import type { AccessSettingValues } from './access-settings.js';

/**
 * Whose requests are counted together: those of a user, by whatever token or address, or those of an address (contract:
 * conventions §14).
 */
export interface CountedCaller {
  readonly isAnonymous: boolean;
  readonly userId: number;
  readonly address: string;
  readonly username: string | undefined;
}

/** An anonymous client; a request whose credential was refused counts as one, too (contract: conventions §14). */
export const anonymousAt = (address: string): CountedCaller => ({
  isAnonymous: true,
  userId: 0,
  address,
  username: undefined,
});

interface LimitClass {
  readonly enabled: boolean;
  readonly requests: number;
  readonly seconds: number;
  /** The name of the counter, which requests of the same client share. */
  readonly counts: string;
  readonly name: string;
}

/** Limits requests per address or per user, while the settings say so (contract: conventions §14). */
@Injectable()
export class RateLimits {
  constructor(
    private readonly settings: AccessSettings,
    private readonly counters: RateCounters,
    private readonly clock: Clock,
  ) {}

  /** Counts a request and writes into the response's headers how much of its limit is used. Throws 429. */
  async count(caller: CountedCaller, response: HttpResponse): Promise<void> {
    const settings = await this.settings.current();
    const limit = classOf(caller, settings);
    if (!limit.enabled || isAllowed(caller, settings)) {
      return;
    }
    const now = this.clock.millis();
    const window = windowAt(limit.counts, limit.seconds, now);
    const usage = { limit: limit.requests, observed: await this.counters.hit(window), window };
    if (usage.observed > limit.requests) {
      throw tooManyRequests(limit.name, usage, now);
    }
    Object.entries(usageHeaders(usage)).forEach(([name, value]) => response.setHeader(name, value));
  }
}

function classOf({ isAnonymous, userId, address }: CountedCaller, settings: AccessSettingValues): LimitClass {
  return isAnonymous
    ? {
        enabled: settings.throttleUnauthenticatedApiEnabled,
        requests: settings.throttleUnauthenticatedApiRequestsPerPeriod,
        seconds: settings.throttleUnauthenticatedApiPeriodInSeconds,
        counts: `api address ${networkOf(address)}`,
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

function isAllowed({ username }: CountedCaller, { throttleUserAllowlist }: AccessSettingValues): boolean {
  const known = username?.toLowerCase();
  return throttleUserAllowlist.some((allowed) => allowed.toLowerCase() === known);
}
