import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many bytes the images of a project may take (contract: registry §9.5); a push to such a project locks the row. */
@Entity('container_size_limits')
export class ContainerSizeLimitEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('bigint') bytes: number;
}
