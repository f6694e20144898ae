import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Maximum size in bytes of a project's images (contract: registry §9.5); a push to such a project locks the row. */
@Entity('container_size_limits')
export class ContainerSizeLimitEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('bigint') bytes: number;
}
