import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('container_manifests')
export class ContainerManifestEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') digest: string;
  @Column('text') mediaType: string;
  @OptionalText() artifactType: string | null;
  @OptionalText() configDigest: string | null;
  @OptionalText() subjectDigest: string | null;
  /** Null if it is unknown when the image was created. */
  @TimeColumn({ nullable: true }) imageCreatedAt: string | null;
  @Column('bigint', { default: 0 }) layerSize: number;
  @Column('integer') size: number;
  @Column('json', { nullable: true }) annotations: Readonly<Record<string, string>> | null;
  /** Exactly as pushed. */
  @Column('bytea') bytes: Buffer;
  /** Since when no tag holds it, from which collection measures time; null while one does (contract: registry §7). */
  @TimeColumn({ nullable: true, default: () => 'now()' }) untaggedAt: string | null;
  @NowColumn() createdAt: string;
}
