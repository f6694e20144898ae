import { Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A blob that may be used in a repository. */
@Entity('container_blob_links')
export class ContainerBlobLinkEntity {
  @PrimaryColumn('bigint') repositoryId: number;
  @PrimaryColumn('bigint') blobId: number;
  /** When it was linked, or last requested. */
  @NowColumn() linkedAt: string;
  /** Null while a manifest of the repository uses the blob. */
  @TimeColumn({ nullable: true, default: () => 'now()' }) unusedSince: string | null;
}
