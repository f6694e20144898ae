import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../platform/database/columns.js';

@Entity('audit_events')
export class AuditEventEntity {
  @IdColumn() id: number;
  @Column('bigint') authorId: number;
  @Column('text') entityType: 'Group' | 'Project' | 'User' | 'Instance';
  @Column('bigint') entityId: number;
  @OptionalText() entityPath: string | null;
  /** Groups whose lists show the event: at that time, the group itself and the groups above it. */
  @Column('bigint', { array: true, default: () => "'{}'" }) groupIds: readonly number[];
  /** The action, the target and the author, as shown in lists (contract: conventions §17). */
  @Column('jsonb') details: Readonly<Record<string, unknown>>;
  @NowColumn() createdAt: string;
  /** Null until the event is sealed (contract: conventions §21.6). */
  @Column('bigint', { nullable: true }) chainPosition: number | null;
  @Column('bytea', { nullable: true }) prevHash: Buffer | null;
  @Column('bytea', { nullable: true }) hash: Buffer | null;
}
