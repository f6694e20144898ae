import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

@Entity('operations')
export class OperationEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') kind: string;
  @Column('text', { default: 'scheduled' }) state: 'scheduled' | 'running' | 'finished' | 'failed' | 'canceled';
  @Column('bigint', { default: 0 }) done: number;
  @Column('bigint', { nullable: true }) total: number | null;
  @Column('jsonb', { nullable: true }) result: unknown;
  @OptionalText() error: string | null;
  @Column('boolean', { default: true }) canCancel: boolean;
  @Column('boolean', { default: false }) cancelRequested: boolean;
  @Column('bigint', { nullable: true }) creatorId: number | null;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @OptionalText() subject: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) startedAt: string | null;
  @TimeColumn({ nullable: true }) finishedAt: string | null;
}
