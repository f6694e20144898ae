import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RefRole } from './manifest-document.js';

/** The parts of a manifest, in its order. */
@Entity('container_manifest_refs')
export class ContainerManifestRefEntity {
  @PrimaryColumn('bigint') manifestId: number;
  @PrimaryColumn('integer') position: number;
  @Column('bigint') repositoryId: number;
  @Column('text') role: RefRole;
  @Column('text') digest: string;
  @Column('bigint') size: number;
  /** Null for children, and for layers that are not stored here. */
  @Column('bigint', { nullable: true }) blobId: number | null;
}
