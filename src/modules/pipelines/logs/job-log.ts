import type { CiJobLogEntity } from './ci-job-log.entity.js';

/** A contiguous part of a log, in the blob store. */
export type LogPart = Readonly<Omit<CiJobLogEntity, 'jobId'>>;

/** A log as it can currently be read. */
export interface JobLog {
  readonly parts: readonly LogPart[];
  /** The end of the log that is not stored as a part. */
  readonly rest: Buffer;
  /** Total size in bytes. */
  readonly size: number;
}

/** How much of a running job's log the runner has sent. */
export interface LogState {
  /** Number of bytes as sent, before secrets were masked. */
  readonly received: number;
  readonly held: Buffer;
  readonly secrets: readonly string[];
}
