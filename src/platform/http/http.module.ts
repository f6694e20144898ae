import { Global, Module } from '@nestjs/common';
import { IdempotencyKeysRepository } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { SweepIdempotencyKeysJob } from './idempotency/sweep-idempotency-keys.job.js';
import { InnerReads } from './unit-of-work/inner-reads.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';

/** What every request may need between the adapter and the controllers. */
@Global()
@Module({
  providers: [IdempotencyKeysRepository, IdempotencyKeys, SweepIdempotencyKeysJob, InnerReads, UnitOfWork],
  exports: [IdempotencyKeys, UnitOfWork],
})
export class HttpModule {}
