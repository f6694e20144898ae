import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The job that started a pipeline with its token; null once the job no longer exists. */
@Entity('ci_sources')
export class CiSourceEntity {
  @PrimaryColumn('bigint') pipelineId: number;
  @Column('bigint') sourceProjectId: number;
  @Column('bigint', { nullable: true }) sourcePipelineId: number | null;
  @Column('bigint', { nullable: true }) sourceJobId: number | null;
}
