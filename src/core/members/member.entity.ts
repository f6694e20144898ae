import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../platform/database/columns.js';

/** Memberships of users in a project or a group (contract: core §7). */
@Entity('members')
export class MemberEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('bigint') userId: number;
  @Column('integer') level: number;
  /** The membership is not valid from 00:00 UTC of this day on. */
  @Column('date', { nullable: true }) expiresAt: string | null;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
