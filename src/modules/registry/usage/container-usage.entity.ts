import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

@Entity('container_usage')
export class ContainerUsageEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('bigint', { default: 0 }) bytes: number;
  @Column('bigint', { nullable: true }) sizeLimit: number | null;
  @NowColumn() updatedAt: string;
}
