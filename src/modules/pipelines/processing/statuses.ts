import type { Status } from '../../../core/job-tokens/job-status.js';

const ENDED: ReadonlySet<Status> = new Set(['success', 'failed', 'canceled', 'skipped']);
/** Whether the status is final, that is, unaffected by a cancellation. */
export const hasEnded = (status: Status): boolean => ENDED.has(status);

/** The fields of a job that determine the status of its pipeline. */
export interface CountedJob {
  readonly status: Status;
  readonly allowFailure: boolean;
}

/** A manual job that does not block the pipeline. */
export const isIgnored = ({ status, allowFailure }: CountedJob): boolean => status === 'manual' && allowFailure;
/** A failed or canceled job that is allowed to fail. */
export const isWarning = ({ status, allowFailure }: CountedJob): boolean =>
  allowFailure && (status === 'failed' || status === 'canceled');

/** The status of a pipeline with these newest jobs (contract: triggers §6). */
export function pipelineStatus(jobs: readonly CountedJob[]): Status {
  const counts = jobs.map((job) => (isIgnored(job) ? 'ignored' : isWarning(job) ? 'warning' : job.status));
  const all = (...words: readonly string[]): boolean => counts.every((word) => words.includes(word));
  const any = (...words: readonly string[]): boolean => counts.some((word) => words.includes(word));
  const outcomes: readonly (readonly [boolean, Status])[] = [
    [all('skipped', 'ignored'), 'skipped'],
    [all('success', 'skipped', 'warning', 'ignored'), 'success'],
    [all('created', 'ignored'), 'created'],
    [all('canceled', 'success', 'skipped', 'warning', 'ignored'), 'canceled'],
    [all('pending', 'created', 'skipped'), 'pending'],
    [any('running', 'pending'), 'running'],
    [any('manual'), 'manual'],
    [any('scheduled'), 'scheduled'],
    [any('created'), 'running'],
  ];
  return outcomes.find(([fits]) => fits)?.[1] ?? 'failed';
}
