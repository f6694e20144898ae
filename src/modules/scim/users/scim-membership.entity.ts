import { Column, Entity } from 'typeorm';
import { IdColumn } from '../../../platform/database/columns.js';

/** Memberships that a deactivation removed, for the reactivation (contract: scim-graphql §A5). */
@Entity('scim_memberships')
export class ScimMembershipEntity {
  @IdColumn() id: number;
  @Column('bigint') identityId: number;
  @Column('text') containerKind: 'group' | 'project';
  @Column('bigint') containerId: number;
  @Column('integer') level: number;
  @Column('date', { nullable: true }) expiresAt: string | null;
}
