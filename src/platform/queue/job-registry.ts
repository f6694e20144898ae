import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Sql } from 'sql-template-tag';
import type { Job, JobClass, JobPayload, RecurringJob } from './job.js';

/** Maximum number of jobs that a process performs at once. */
export const AT_ONCE = 16;
/** Maximum of one kind among them: when a dependency of that kind is unavailable, other kinds still run. */
const AT_ONCE_OF_A_KIND = 12;

export interface RegisteredJob {
  readonly name: string;
  readonly kind: JobClass<JobPayload>;
  readonly handler: Job<JobPayload>;
}

/** A recurring job by its name. */
export interface ScheduledJob {
  readonly name: string;
  readonly everySeconds: number;
  readonly condition: Sql | undefined;
}

/** All jobs of the program, found among the providers. The start fails when two share a name. */
@Injectable()
export class JobRegistry implements OnApplicationBootstrap {
  private readonly jobs = new Map<string, RegisteredJob>();

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (isJob(instance)) {
        this.add(instance);
      }
    }
  }

  get(name: string): RegisteredJob | undefined {
    return this.jobs.get(name);
  }

  /** Returns how many jobs of this name may run at once in a process. */
  concurrencyOf(name: string): number {
    return this.jobs.get(name)?.kind.concurrency ?? AT_ONCE_OF_A_KIND;
  }

  names(): readonly string[] {
    return [...this.jobs.keys()];
  }

  followers(event: string): readonly RegisteredJob[] {
    return [...this.jobs.values()].filter((job) => job.kind.on?.includes(event));
  }

  recurring(): readonly ScheduledJob[] {
    return [...this.jobs.values()].flatMap(({ name, handler }) => {
      if (!isRecurring(handler) || handler.everySeconds === 0) {
        return [];
      }
      const { everySeconds, condition } = handler;
      return [{ name, everySeconds, condition }];
    });
  }

  private add(handler: Job<JobPayload>): void {
    const kind = kindOf(handler);
    if (this.jobs.has(kind.jobName)) {
      throw new Error(`Two jobs are called ${kind.jobName}.`);
    }
    this.jobs.set(kind.jobName, { name: kind.jobName, kind, handler });
  }
}

interface JobInstance extends Job<JobPayload> {
  readonly constructor: JobClass<JobPayload>;
}

function isJob(instance: unknown): instance is JobInstance {
  return (
    typeof instance === 'object' &&
    instance !== null &&
    'perform' in instance &&
    'jobName' in instance.constructor &&
    typeof instance.constructor.jobName === 'string'
  );
}

function kindOf(handler: Job<JobPayload>): JobClass<JobPayload> {
  if (!isJob(handler)) {
    throw new Error('A job needs a static jobName.');
  }
  return handler.constructor;
}

const isRecurring = (handler: object): handler is RecurringJob =>
  'everySeconds' in handler && typeof handler.everySeconds === 'number';
