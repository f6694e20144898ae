import type { Tx } from '../database/tx.js';

/** Plain JSON: ids and words, never records. */
export type JobPayload = object;

export interface JobRun {
  readonly id: number;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Aborted when the process stops or the lease is lost: end soon, the job is taken up again. */
  readonly signal: AbortSignal;
}

/**
 * Work that follows a committed change. Every handler is safe to repeat: delivery is at least once. One that waits too
 * long for a locked row begins again later, as often as it takes; such an attempt does not count.
 */
export interface Job<P extends JobPayload> {
  perform(payload: P, run: JobRun): Promise<void>;
}

/** Thrown by a job that cannot run yet: it is tried again a minute later, and the attempt does not count. */
export class JobPostponed extends Error {}

export interface JobClass<P extends JobPayload> {
  new (...dependencies: never[]): Job<P>;
  /** Imperative, with its module in front: `registry.delete-tags`. */
  readonly jobName: string;
  /** Tries before the job counts as dead; 10 when absent. */
  readonly maxAttempts?: number;
  /** How many of this kind may run at once in a process; three quarters of all jobs when absent. */
  readonly concurrency?: number;
  /** Seconds to wait after the given failed attempt; doubling from 2 s to 1 h when absent. */
  readonly backoff?: (attempt: number) => number;
  /** Names of the events that this job follows (see core/events). */
  readonly on?: readonly string[];
}

/** A recurring job; `everySeconds` of 0 disables it. */
export interface RecurringJob {
  readonly everySeconds: number;
}

export interface EnqueueOptions {
  /** Not before so many milliseconds have passed since the transaction began, by the clock of the database. */
  readonly afterMs?: number;
  /** At most one waiting job has this key; enqueueing again leaves the first as it is. */
  readonly uniqueKey?: string;
}

/** Puts jobs into the outbox, in the transaction of the change that causes them. */
export abstract class Jobs {
  /** Written together with the other jobs of the transaction, at its end. */
  abstract enqueue<P extends JobPayload>(tx: Tx, job: JobClass<P>, payload: P, options?: EnqueueOptions): Promise<void>;
}
