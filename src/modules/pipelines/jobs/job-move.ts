import type { CiJob } from './ci-job.js';
import { hasEnded } from '../processing/statuses.js';

/** User actions on a job (contract: triggers §7). */
export const JOB_MOVES = ['retry', 'play', 'cancel', 'erase'] as const;
export type JobMove = (typeof JOB_MOVES)[number];

type RefPermission = Pick<CiJob, 'kind' | 'status' | 'isRetried' | 'startedAt' | 'erasedAt'>;

const POSSIBLE: Readonly<Record<JobMove, (job: RefPermission) => boolean>> = {
  retry: ({ kind, status, isRetried }) => kind === 'build' && !isRetried && hasEnded(status) && status !== 'skipped',
  play: ({ status, isRetried }) => !isRetried && (status === 'manual' || status === 'scheduled'),
  cancel: ({ status, isRetried }) => !isRetried && !hasEnded(status),
  erase: ({ kind, status, startedAt, erasedAt }) =>
    kind === 'build' && hasEnded(status) && startedAt !== null && erasedAt === null,
};

/** The actions that the state of a job allows, for pages; the database checks again when one is carried out. */
export const possibleMoves = (job: RefPermission): JobMove[] => JOB_MOVES.filter((move) => POSSIBLE[move](job));
