import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

@Entity('container_tags')
export class ContainerTagEntity {
  @PrimaryColumn('bigint') repositoryId: number;
  @PrimaryColumn('text') name: string;
  @Column('bigint') manifestId: number;
  @NowColumn() createdAt: string;
  /** Time of the last push. */
  @NowColumn() updatedAt: string;
}
