import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('container_manifest_refs')
export class ContainerManifestRefEntity {
  @PrimaryColumn('bigint') manifestId: number;
  @PrimaryColumn('integer') position: number;
  @Column('bigint') repositoryId: number;
  @Column('text') role: 'config' | 'layer' | 'child';
  @Column('text') digest: string;
  @Column('bigint') size: number;
  @Column('bigint', { nullable: true }) blobId: number | null;
}
