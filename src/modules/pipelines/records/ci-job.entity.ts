import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import type { JobNeed, JobWhen } from '../definition/definition.js';
import type { FailureReason } from '../jobs/failure-reason.js';

@Entity('ci_jobs')
export class CiJobEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint') pipelineId: number;
  /** A `build` is run by a runner; a `status` was reported by external CI. */
  @Column('text', { default: 'build' }) kind: 'build' | 'status';
  @Column('text') name: string;
  @Column('text') stage: string;
  @Column('integer') stagePosition: number;
  @Column('text', { default: 'created' }) status: Status;
  @Column('text', { default: 'on_success' }) runWhen: JobWhen;
  @Column('integer', { nullable: true }) startIn: number | null;
  @Column('boolean', { default: false }) allowFailure: boolean;
  @Column('integer', { array: true, nullable: true }) allowedExitCodes: readonly number[] | null;
  /** Null if the job waits for all earlier stages. */
  @Column('jsonb', { nullable: true }) needs: readonly JobNeed[] | null;
  @Column('text', { array: true, default: () => "'{}'" }) tags: readonly string[];
  /** Options that runners read. */
  @Column('jsonb', { default: () => "'{}'" }) options: Readonly<Record<string, unknown>>;
  /** Sealed JSON of the variables from the definition, by name. */
  @Column('bytea', { nullable: true }) variables: Buffer | null;
  /** In seconds; null for the project's default. */
  @Column('integer', { nullable: true }) timeout: number | null;
  @Column('integer', { default: 0 }) retryMax: number;
  @Column('text', { array: true, default: () => "'{always}'" }) retryWhen: readonly string[];
  @Column('integer', { default: 0 }) attempt: number;
  @Column('boolean', { default: false }) isInterruptible: boolean;
  /** Whether the ref was protected when the job was created. */
  @Column('boolean', { default: false }) isProtected: boolean;
  @OptionalText() coveragePattern: string | null;
  @Column('numeric', { precision: 5, scale: 2, nullable: true }) coverage: string | null;
  @Column('bigint', { nullable: true }) userId: number | null;
  @Column('bigint', { nullable: true }) runnerId: number | null;
  @Column('bytea', { nullable: true }) tokenDigest: Buffer | null;
  @Column('boolean', { default: false }) isRetried: boolean;
  @TimeColumn({ nullable: true }) dueAt: string | null;
  @TimeColumn({ nullable: true }) heartbeatAt: string | null;
  @OptionalText() failureReason: FailureReason | null;
  @Column('integer', { nullable: true }) exitCode: number | null;
  /** Link and description of a reported commit status. */
  @OptionalText() targetUrl: string | null;
  @OptionalText() description: string | null;
  /** Number of bytes as the runner sent them, before secrets were masked. */
  @Column('bigint', { default: 0 }) logSize: number;
  @TimeColumn({ nullable: true }) queuedAt: string | null;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
  @TimeColumn({ nullable: true }) erasedAt: string | null;
  @TimeColumn({ nullable: true }) artifactsExpireAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
  /** Sealed JSON of the variables that were given when the job was played. */
  @Column('bytea', { nullable: true }) playVariables: Buffer | null;
  /** Sealed JSON of the variables from its dotenv report, by name. */
  @Column('bytea', { nullable: true }) reportVariables: Buffer | null;
  /** Sealed JSON of the texts that must never appear in its log. */
  @Column('bytea', { nullable: true }) logSecrets: Buffer | null;
  /** Sealed end of the log that is not stored as a part yet. */
  @Column('bytea', { nullable: true }) logTail: Buffer | null;
}
