import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

@Entity('operations')
export class OperationEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') kind: string;
  @Column('text', { default: 'scheduled' }) state: 'scheduled' | 'running' | 'finished' | 'failed' | 'canceled';
  @Column('bigint', { default: 0 }) done: number;
  @Column('bigint', { nullable: true }) total: number | null;
  /** JSON, whose shape depends on the kind. */
  @Column('jsonb', { nullable: true }) result: unknown;
  @OptionalText() error: string | null;
  @Column('boolean', { default: true }) canCancel: boolean;
  @Column('boolean', { default: false }) cancelRequested: boolean;
  @Column('boolean', { default: false }) canPause: boolean;
  /** While set, its work begins nothing new. */
  @Column('boolean', { default: false }) isPaused: boolean;
  @Column('bigint', { nullable: true }) creatorId: number | null;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  /** Subject of the work, such as `repository:7`. */
  @OptionalText() subject: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
}
