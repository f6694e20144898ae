import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** Bytes of package files, stored once for all that are equal. Digests are lower-case hex. */
@Entity('package_blobs')
export class PackageBlobEntity {
  @IdColumn() id: number;
  @Column('text') sha256: string;
  @Column('text') sha512: string;
  @Column('text') sha1: string;
  @Column('text') md5: string;
  @Column('bigint') size: number;
  @Column('text') storeKey: string;
  /** When it lost a file last; null once the collector has seen that it has another. */
  @TimeColumn({ nullable: true }) unusedAt: string | null;
  @NowColumn() createdAt: string;
}
