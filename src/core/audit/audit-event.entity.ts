import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../platform/database/columns.js';

@Entity('audit_events')
export class AuditEventEntity {
  @IdColumn() id: number;
  @Column('bigint') authorId: number;
  @Column('text') entityType: 'Group' | 'Project' | 'User' | 'Instance';
  @Column('bigint') entityId: number;
  @OptionalText() entityPath: string | null;
  @Column('bigint', { array: true, default: () => "'{}'" }) groupIds: readonly number[];
  @Column('jsonb') details: unknown;
  @NowColumn() createdAt: string;
  @Column('bigint', { nullable: true }) chainPosition: number | null;
  @Column('bytea', { nullable: true }) prevHash: Buffer | null;
  @Column('bytea', { nullable: true }) hash: Buffer | null;
}
