import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

@Entity('ci_pipelines')
export class CiPipelineEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint') iid: number;
  @Column('text') ref: string;
  @Column('boolean') isTag: boolean;
  @Column('text') sha: string;
  @Column('text', { default: () => "repeat('0'::text, 40)" }) beforeSha: string;
  @Column('text') source: string;
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
  @Column('bigint', { nullable: true }) userId: number | null;
  @Column('bigint', { nullable: true }) triggerId: number | null;
  @OptionalText() eventType: string | null;
  @OptionalText() origin: string | null;
  @OptionalText() name: string | null;
  @OptionalText() yamlErrors: string | null;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
  @Column('integer', { nullable: true }) duration: number | null;
  @Column('integer', { nullable: true }) queuedDuration: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
