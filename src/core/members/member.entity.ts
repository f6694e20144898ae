import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NowColumn } from '../../platform/database/columns.js';

@Entity('members')
export class MemberEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('bigint') userId: number;
  @Column('integer') level: number;
  /** The membership counts for nothing from 00:00 UTC of this day. */
  @Column('date', { nullable: true }) expiresAt: string | null;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
