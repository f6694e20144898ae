import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('ci_pipeline_variables')
export class CiPipelineVariableEntity {
  @PrimaryColumn('bigint') pipelineId: number;
  @PrimaryColumn('text') key: string;
  @Column('text') variableType: 'env_var' | 'file';
  @Column('bytea') value: Buffer;
}
