import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import type { PipelineSource } from '../pipeline-source.js';

@Entity('ci_pipelines')
export class CiPipelineEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  /** Number of the pipeline within the project. */
  @Column('bigint') iid: number;
  @Column('text') ref: string;
  @Column('boolean') isTag: boolean;
  @Column('text') sha: string;
  @Column('text', { default: () => "repeat('0'::text, 40)" }) beforeSha: string;
  @Column('text') source: PipelineSource;
  @Column('text', { default: 'created' }) status: Status;
  @Column('bigint', { nullable: true }) userId: number | null;
  @Column('bigint', { nullable: true }) triggerId: number | null;
  /** Event type that was sent with the trigger call. */
  @OptionalText() eventType: string | null;
  /** Identifies the cause, for causes that must not create a second pipeline. */
  @OptionalText() origin: string | null;
  @OptionalText() name: string | null;
  @OptionalText() yamlErrors: string | null;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
  /** Seconds during which at least one job ran. */
  @Column('integer', { nullable: true }) duration: number | null;
  @Column('integer', { nullable: true }) queuedDuration: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
