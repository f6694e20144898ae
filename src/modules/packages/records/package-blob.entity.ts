import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** Content of package files, stored once for all equal files. Digests are lower-case hex. */
@Entity('package_blobs')
export class PackageBlobEntity {
  @IdColumn() id: number;
  @Column('text') sha256: string;
  @Column('text') sha512: string;
  @Column('text') sha1: string;
  @Column('text') md5: string;
  @Column('bigint') size: number;
  @Column('text') storeKey: string;
  /** When it last lost a file; null once the collector has found another file that uses it. */
  @TimeColumn({ nullable: true }) unusedAt: string | null;
  @NowColumn() createdAt: string;
}
