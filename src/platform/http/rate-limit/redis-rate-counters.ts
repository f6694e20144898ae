import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { errorText } from '../../../common/errors/error-text.js';
import { RateCounters } from './rate-counters.js';
import type { Window } from './rate-counters.js';

const ANSWER_WITHIN_MS = 500;
const LOG_EVERY_MS = 60_000;
const PREFIX = 'slipway:rate:';

/** Counters in Redis; while it is away the others count, so that nobody slips through. */
export class RedisRateCounters extends RateCounters implements OnApplicationShutdown {
  private readonly logger = new Logger('rate limit');
  private readonly redis: Redis;
  private loggedAt = -Infinity;

  constructor(
    url: string,
    private readonly fallback: RateCounters,
  ) {
    super();
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: ANSWER_WITHIN_MS,
      retryStrategy: (attempt) => Math.min(attempt * 200, 5000),
    });
    this.redis.on('error', (error: Error) => {
      this.logFailure(error);
    });
  }

  override async hit(window: Window): Promise<number> {
    const key = keyOf(window);
    return this.orFallback(
      async () => {
        // A while, not a moment: where the clock of Redis is ahead, the end of the window may be over there.
        const replies = await this.redis
          .multi()
          .incr(key)
          .pexpire(key, window.end - window.start)
          .exec();
        return countIn(replies?.[0]?.[1]);
      },
      () => this.fallback.hit(window),
    );
  }

  override async count(window: Window): Promise<number> {
    return this.orFallback(
      async () => Number((await this.redis.get(keyOf(window))) ?? 0),
      () => this.fallback.count(window),
    );
  }

  /** Settles once the first connection stands; nobody needs to wait for it. */
  async ready(): Promise<void> {
    if (this.redis.status !== 'ready') {
      await once(this.redis, 'ready');
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async orFallback(ask: () => Promise<number>, askFallback: () => Promise<number>): Promise<number> {
    try {
      return await ask();
    } catch (error) {
      this.logFailure(error);
      return askFallback();
    }
  }

  private logFailure(error: unknown): void {
    if (performance.now() - this.loggedAt > LOG_EVERY_MS) {
      this.loggedAt = performance.now();
      this.logger.warn({ redis: errorText(error) });
    }
  }
}

const keyOf = ({ name, start }: Window): string => `${PREFIX}${name}:${start}`;

function countIn(reply: unknown): number {
  if (typeof reply !== 'number') {
    throw new Error('Redis did not count.');
  }
  return reply;
}
