import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

/** A merge request known from events, with its newest known state (contract: integrations §4.3). */
@Entity('open_merge_requests')
export class OpenMergeRequestEntity {
  @PrimaryColumn('bigint') projectId: number;
  @PrimaryColumn('bigint') iid: number;
  @Column('text') sourceBranch: string;
  @Column('text') targetBranch: string;
  @Column('text') state: string;
  @NowColumn() updatedAt: string;
}
