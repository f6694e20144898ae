import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

/** A name for one version of a package, as npm's dist-tags are; all versions of the package share the names. */
@Entity('package_tags')
export class PackageTagEntity {
  @IdColumn() id: number;
  @Column('bigint') packageId: number;
  @Column('bigint') projectId: number;
  /** Of the package. */
  @Column('text') nameKey: string;
  @Column('text') name: string;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
