import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VariableType } from '../pipeline.js';

/** A variable that was given when the pipeline was started (contract: triggers §13). */
@Entity('ci_pipeline_variables')
export class CiPipelineVariableEntity {
  @PrimaryColumn('bigint') pipelineId: number;
  @PrimaryColumn('text') key: string;
  @Column('text') variableType: VariableType;
  /** Sealed. */
  @Column('bytea') value: Buffer;
}
