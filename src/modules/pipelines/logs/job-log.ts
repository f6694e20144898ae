import type { CiJobLogEntity } from './ci-job-log.entity.js';

/** A run of bytes of a log, in the blob store. */
export type LogPart = Readonly<Omit<CiJobLogEntity, 'jobId'>>;

/** A log as it can be read now. */
export interface JobLog {
  readonly parts: readonly LogPart[];
  /** What no part holds yet. */
  readonly rest: Buffer;
  /** Bytes of both. */
  readonly size: number;
}

/** How far a runner has sent the log of a running job. */
export interface LogState {
  /** Bytes as they were sent, before anything was cut out. */
  readonly received: number;
  readonly held: Buffer;
  readonly secrets: readonly string[];
}
