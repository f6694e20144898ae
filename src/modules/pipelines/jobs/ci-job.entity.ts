import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('ci_jobs')
export class CiJobEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint') pipelineId: number;
  @Column('text', { default: 'build' }) kind: 'build' | 'status';
  @Column('text') name: string;
  @Column('text') stage: string;
  @Column('integer') stagePosition: number;
  @Column('text', { default: 'created' }) status:
    | 'created'
    | 'waiting_for_resource'
    | 'preparing'
    | 'pending'
    | 'running'
    | 'success'
    | 'failed'
    | 'canceled'
    | 'skipped'
    | 'manual'
    | 'scheduled';
  @Column('text', { default: 'on_success' }) runWhen: string;
  @Column('integer', { nullable: true }) startIn: number | null;
  @Column('boolean', { default: false }) allowFailure: boolean;
  @Column('integer', { array: true, nullable: true }) allowedExitCodes: readonly number[] | null;
  @Column('jsonb', { nullable: true }) needs: unknown;
  @Column('text', { array: true, default: () => "'{}'" }) tags: readonly string[];
  @Column('jsonb', { default: () => "'{}'" }) options: unknown;
  @Column('bytea', { nullable: true }) variables: Buffer | null;
  @Column('integer', { nullable: true }) timeout: number | null;
  @Column('integer', { default: 0 }) retryMax: number;
  @Column('text', { array: true, default: () => "'{always}'" }) retryWhen: readonly string[];
  @Column('integer', { default: 0 }) attempt: number;
  @Column('boolean', { default: false }) isInterruptible: boolean;
  @Column('boolean', { default: false }) isProtected: boolean;
  @OptionalText() coveragePattern: string | null;
  @Column('numeric', { precision: 5, scale: 2, nullable: true }) coverage: string | null;
  @Column('bigint', { nullable: true }) userId: number | null;
  @Column('bigint', { nullable: true }) runnerId: number | null;
  @Column('bytea', { nullable: true }) tokenDigest: Buffer | null;
  @Column('boolean', { default: false }) isRetried: boolean;
  @TimeColumn({ nullable: true }) dueAt: string | null;
  @TimeColumn({ nullable: true }) heartbeatAt: string | null;
  @OptionalText() failureReason: string | null;
  @Column('integer', { nullable: true }) exitCode: number | null;
  @OptionalText() targetUrl: string | null;
  @OptionalText() description: string | null;
  @Column('bigint', { default: 0 }) logSize: number;
  @TimeColumn({ nullable: true }) queuedAt: string | null;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
  @TimeColumn({ nullable: true }) erasedAt: string | null;
  @TimeColumn({ nullable: true }) artifactsExpireAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
  @Column('bytea', { nullable: true }) playVariables: Buffer | null;
  @Column('bytea', { nullable: true }) logSecrets: Buffer | null;
  @Column('bytea', { nullable: true }) logTail: Buffer | null;
}
