import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

/** Bytes of a project's images, counted while it has, or had, a limit (contract: registry §9.5). */
@Entity('container_usage')
export class ContainerUsageEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('bigint', { default: 0 }) bytes: number;
  /** Null for none. */
  @Column('bigint', { nullable: true }) sizeLimit: number | null;
  @NowColumn() updatedAt: string;
}
