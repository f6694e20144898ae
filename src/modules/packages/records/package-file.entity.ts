import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A file of a package; of several files with the same name, the newest is served (contract: packages §6). */
@Entity('package_files')
export class PackageFileEntity {
  @IdColumn() id: number;
  @Column('bigint') packageId: number;
  /** Project of its package; triggers need it to update the project's byte count when the package is gone. */
  @Column('bigint') projectId: number;
  @Column('text') fileName: string;
  @Column('bigint') blobId: number;
  @Column('bigint') size: number;
  /** Its package must not have another file of this name. */
  @Column('boolean', { default: false }) isSole: boolean;
  /** Data stored by its format. */
  @Column('jsonb', { default: () => "'{}'" }) metadata: Readonly<Record<string, unknown>>;
  @TimeColumn({ nullable: true }) deletedAt: string | null;
  @NowColumn() createdAt: string;
}
