import { Column, Entity } from 'typeorm';
import { IdColumn } from '../../../platform/database/columns.js';

/** A pipeline whose job uploaded to a package; the package and the file have one row each (contract: packages §4). */
@Entity('package_pipelines')
export class PackagePipelineEntity {
  @IdColumn() id: number;
  @Column('bigint') packageId: number;
  @Column('bigint', { nullable: true }) packageFileId: number | null;
  @Column('bigint') pipelineId: number;
}
