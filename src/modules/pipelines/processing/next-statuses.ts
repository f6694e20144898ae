import type { JobWhen } from '../definition/definition.js';
import { hasEnded, isIgnored } from './statuses.js';
import type { Status } from './statuses.js';

/** A job of a pipeline, as far as its turn depends on it. */
export interface WaitingJob {
  readonly id: number;
  readonly name: string;
  readonly stagePosition: number;
  readonly status: Status;
  readonly allowFailure: boolean;
  readonly when: JobWhen;
  /** Names of the jobs it waits for; null for all jobs of earlier stages. */
  readonly needs: readonly string[] | null;
}

/**
 * What becomes of the created jobs whose turn has come: `pending`, `manual`, `scheduled` or `skipped`. One round: what
 * is skipped may bring the turn of others (contract: triggers §6).
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

/** All stages before it are over: it is the only one whose jobs may go on without naming what they need. */
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

/** A job that was needed by name and did not run is missed; one of an earlier stage is not. */
const wentWell = ({ needs }: WaitingJob, awaited: readonly WaitingJob[]): boolean =>
  awaited.every(
    ({ status, allowFailure }) =>
      !(status === 'skipped' && needs !== null) && (allowFailure || (status !== 'failed' && status !== 'canceled')),
  );
