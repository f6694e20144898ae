import { Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

/** A project whose jobs a project runner takes. */
@Entity('ci_runner_projects')
export class CiRunnerProjectEntity {
  @PrimaryColumn('bigint') runnerId: number;
  @PrimaryColumn('bigint') projectId: number;
  @NowColumn() createdAt: string;
}
