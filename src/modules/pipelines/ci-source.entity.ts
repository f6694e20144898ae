import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('ci_sources')
export class CiSourceEntity {
  @PrimaryColumn('bigint') pipelineId: number;
  @Column('bigint') sourceProjectId: number;
  @Column('bigint', { nullable: true }) sourcePipelineId: number | null;
  @Column('bigint', { nullable: true }) sourceJobId: number | null;
}
