import { BullModule, getQueueToken } from '@nestjs/bull';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Env } from '../config/env.js';
import { BullTransport, QUEUE_NAME } from './bull.transport.js';
import { Dispatcher } from './dispatcher.js';
import { DuePoll } from './due-poll.js';
import { InProcessTransport } from './in-process.transport.js';
import { JobTransport } from './job-transport.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { Jobs } from './job.js';
import { Outbox } from './outbox.js';
import { WakeUp } from './wake-up.js';

/** Durable jobs: always the outbox, and Bull in addition when there is a REDIS_URL. */
@Global()
@Module({})
export class QueueModule {
  static with(env: Env): DynamicModule {
    const transport = env.redisUrl
      ? {
          provide: JobTransport,
          inject: [getQueueToken(QUEUE_NAME), JobRunner, Outbox, JobRegistry],
          useFactory: bullTransport,
        }
      : { provide: JobTransport, useClass: InProcessTransport };
    return {
      module: QueueModule,
      imports: [DiscoveryModule, ...(env.redisUrl ? bull(env.redisUrl) : [])],
      providers: [
        WakeUp,
        Outbox,
        { provide: Jobs, useExisting: Outbox },
        JobRegistry,
        JobRunner,
        transport,
        DuePoll,
        Dispatcher,
      ],
      exports: [Jobs, Outbox, JobRegistry, JobTransport, Dispatcher],
    };
  }
}

const bullTransport = (...parts: ConstructorParameters<typeof BullTransport>): BullTransport =>
  new BullTransport(...parts);

/**
 * Requests never use Redis through these clients, so they may wait for it to come back. Bull ignores the TLS scheme of
 * a URL, which other Redis clients honour, so it is set here.
 */
function bull(url: string): DynamicModule[] {
  const { protocol } = new URL(url);
  const secured = protocol === 'rediss:' ? { redis: { tls: {} } } : {};
  return [BullModule.forRoot({ url, ...secured }), BullModule.registerQueue({ name: QUEUE_NAME })];
}
