import { Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

@Entity('ci_runner_projects')
export class CiRunnerProjectEntity {
  @PrimaryColumn('bigint') runnerId: number;
  @PrimaryColumn('bigint') projectId: number;
  @NowColumn() createdAt: string;
}
