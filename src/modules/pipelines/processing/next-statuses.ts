import type { JobWhen } from '../definition/definition.js';
import { hasEnded, isIgnored } from './statuses.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

/** The data of a job that decides when its turn comes. */
export interface WaitingJob {
  readonly id: number;
  readonly name: string;
  readonly stagePosition: number;
  readonly status: Status;
  readonly allowFailure: boolean;
  readonly when: JobWhen;
  /** Names of the jobs that it waits for; null for all jobs of earlier stages. */
  readonly needs: readonly string[] | null;
}

/**
 * Returns the next statuses of created jobs whose turn has come: `pending`, `manual`, `scheduled` or `skipped`. This is
 * a single round: skipped jobs may make it the turn of others (contract: triggers §6).
 */
export function nextStatuses(jobs: readonly WaitingJob[]): ReadonlyMap<number, Status> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const stage = firstOpenStage(jobs);
  const earlier = jobs.filter(({ stagePosition }) => stagePosition < stage);
  const next = new Map<number, Status>();
  for (const job of jobs.filter(({ status }) => status === 'created')) {
    const awaited = job.needs ? needed(job.needs, byName) : earlier;
    if (job.needs ? awaited.every(isOver) : job.stagePosition <= stage) {
      next.set(job.id, turn(job, awaited));
    }
  }
  return next;
}

const isOver = (job: WaitingJob): boolean => hasEnded(job.status) || isIgnored(job);

/** The first stage with unfinished jobs. Jobs of later stages can only proceed if they name the jobs that they need. */
const firstOpenStage = (jobs: readonly WaitingJob[]): number =>
  jobs.reduce((first, job) => (isOver(job) ? first : Math.min(first, job.stagePosition)), Infinity);

const needed = (names: readonly string[], byName: ReadonlyMap<string, WaitingJob>): readonly WaitingJob[] =>
  names.flatMap((name) => byName.get(name) ?? []);

function turn(job: WaitingJob, awaited: readonly WaitingJob[]): Status {
  switch (job.when) {
    case 'always':
      return 'pending';
    case 'never':
      return 'skipped';
    case 'on_failure':
      return awaited.some(({ status, allowFailure }) => status === 'failed' && !allowFailure) ? 'pending' : 'skipped';
    case 'on_success':
      return wentWell(job, awaited) ? 'pending' : 'skipped';
    case 'manual':
      return wentWell(job, awaited) ? 'manual' : 'skipped';
    case 'delayed':
      return wentWell(job, awaited) ? 'scheduled' : 'skipped';
  }
}

/** A skipped job blocks jobs that need it by name, but not jobs of later stages. */
const wentWell = ({ needs }: WaitingJob, awaited: readonly WaitingJob[]): boolean =>
  awaited.every(
    ({ status, allowFailure }) =>
      !(status === 'skipped' && needs !== null) && (allowFailure || (status !== 'failed' && status !== 'canceled')),
  );
