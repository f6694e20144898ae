import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';
import type { IncidentState, Severity } from '../alert-words.js';

/** Contract: alerts §3. */
@Entity('incidents')
export class IncidentEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint') iid: number;
  @Column('text') title: string;
  /** Markdown. */
  @Column('text') description: string;
  @Column('text', { default: 'opened' }) state: IncidentState;
  @Column('text') severity: Severity;
  @Column('bigint', { nullable: true }) authorId: number | null;
  @Column('bigint', { nullable: true }) closedById: number | null;
  @TimeColumn({ nullable: true }) closedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
