import { Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../../platform/database/columns.js';

@Entity('container_blob_links')
export class ContainerBlobLinkEntity {
  @PrimaryColumn('bigint') repositoryId: number;
  @PrimaryColumn('bigint') blobId: number;
  @NowColumn() linkedAt: string;
  @TimeColumn({ nullable: true, default: () => 'now()' }) unusedSince: string | null;
}
