import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

/** A name for one version of a package, such as an npm dist-tag; all versions of the package share one set of names. */
@Entity('package_tags')
export class PackageTagEntity {
  @IdColumn() id: number;
  @Column('bigint') packageId: number;
  @Column('bigint') projectId: number;
  /** Name key of the package. */
  @Column('text') nameKey: string;
  @Column('text') name: string;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
