import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** Content that images consist of, stored once for all repositories. */
@Entity('container_blobs')
export class ContainerBlobEntity {
  @IdColumn() id: number;
  @Column('text') digest: string;
  @Column('bigint') size: number;
  @Column('text') storeKey: string;
  @Column('text', { default: 'stored' }) state: 'stored' | 'deleting';
  /** When it lost a link last; collection counts from then. */
  @TimeColumn({ nullable: true }) unlinkedAt: string | null;
  @NowColumn() createdAt: string;
}
