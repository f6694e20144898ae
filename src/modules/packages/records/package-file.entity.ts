import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A file of a package; of several with the same name the newest is served (contract: packages §6). */
@Entity('package_files')
export class PackageFileEntity {
  @IdColumn() id: number;
  @Column('bigint') packageId: number;
  /** Of its package; triggers count the project's bytes by it when the package is gone. */
  @Column('bigint') projectId: number;
  @Column('text') fileName: string;
  @Column('bigint') blobId: number;
  @Column('bigint') size: number;
  /** Its package has no other file of this name. */
  @Column('boolean', { default: false }) isSole: boolean;
  /** What its format keeps of it. */
  @Column('jsonb', { default: () => "'{}'" }) metadata: Readonly<Record<string, unknown>>;
  @TimeColumn({ nullable: true }) deletedAt: string | null;
  @NowColumn() createdAt: string;
}
