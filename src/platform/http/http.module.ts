import { Global, Module } from '@nestjs/common';
import { Env } from '../config/env.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { IdempotencyKeysRepository } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { SweepIdempotencyKeysJob } from './idempotency/sweep-idempotency-keys.job.js';
import { PostgresRateCounters } from './rate-limit/postgres-rate-counters.js';
import { RateCounters } from './rate-limit/rate-counters.js';
import { RedisRateCounters } from './rate-limit/redis-rate-counters.js';
import { SweepRateCountersJob } from './rate-limit/sweep-rate-counters.job.js';
import { LogSink } from '../logging/log-sink.js';
import { RequestWatch } from './request-watch.js';
import { InnerReads } from './unit-of-work/inner-reads.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';

const countersFor = ({ redisUrl }: Env, postgres: PostgresRateCounters): RateCounters =>
  redisUrl === undefined ? postgres : new RedisRateCounters(redisUrl, postgres);

/** What requests need between the adapter and the controllers. */
@Global()
@Module({
  imports: [MetricsModule],
  providers: [
    PostgresRateCounters,
    { provide: RateCounters, inject: [Env, PostgresRateCounters], useFactory: countersFor },
    SweepRateCountersJob,
    IdempotencyKeysRepository,
    IdempotencyKeys,
    SweepIdempotencyKeysJob,
    InnerReads,
    UnitOfWork,
    LogSink,
    RequestWatch,
  ],
  exports: [RateCounters, IdempotencyKeys, UnitOfWork],
})
export class HttpModule {}
