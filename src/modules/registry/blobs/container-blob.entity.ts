import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** Content of images, stored once for all repositories. */
@Entity('container_blobs')
export class ContainerBlobEntity {
  @IdColumn() id: number;
  @Column('text') digest: string;
  @Column('bigint') size: number;
  @Column('text') storeKey: string;
  @Column('text', { default: 'stored' }) state: 'stored' | 'deleting';
  /** When it last lost a link; collection measures time from then. */
  @TimeColumn({ nullable: true }) unlinkedAt: string | null;
  @NowColumn() createdAt: string;
}
