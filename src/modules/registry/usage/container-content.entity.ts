import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Content of a project's images, each digest once; triggers maintain it and the sum of its sizes (contract: registry
 * §9.5).
 */
@Entity('container_contents')
export class ContainerContentEntity {
  @PrimaryColumn('bigint') projectId: number;
  @PrimaryColumn('text') digest: string;
  @Column('bigint') size: number;
  /** Number of links and manifests with this digest in all repositories of the project. */
  @Column('bigint') uses: number;
}
