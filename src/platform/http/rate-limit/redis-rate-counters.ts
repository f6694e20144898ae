import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { errorText } from '../../../common/errors/error-text.js';
import { LogThrottle } from '../../logging/log-throttle.js';
import { RateCounters } from './rate-counters.js';
import type { Window } from './rate-counters.js';

const ANSWER_WITHIN_MS = 500;
const PREFIX = 'slipway:rate:';

/** Counters in Redis. While Redis is unavailable, the counters in PostgreSQL are used, so that limits still hold. */
export class RedisRateCounters extends RateCounters implements OnApplicationShutdown {
  private readonly logger = new Logger('rate limit');
  private readonly redis: Redis;
  private readonly throttle = new LogThrottle();

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
        // A relative expiry, not a moment: where the clock of Redis is ahead, the end of the window may have passed
        // there.
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

  /** Settles when the first connection is established; nothing has to wait for it. */
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
    this.throttle.pass(() => {
      this.logger.warn({ redis: errorText(error) });
    });
  }
}

const keyOf = ({ name, start }: Window): string => `${PREFIX}${name}:${start}`;

function countIn(reply: unknown): number {
  if (typeof reply !== 'number') {
    throw new Error('Redis did not count.');
  }
  return reply;
}
