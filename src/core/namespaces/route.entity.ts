import { Column, Entity } from 'typeorm';
import { IdColumn } from '../../platform/database/columns.js';

/** Full paths of users, groups and projects, kept unique by one index (contract: core §2). */
@Entity('routes')
export class RouteEntity {
  @IdColumn() id: number;
  @Column('text') path: string;
  @Column('bigint', { nullable: true }) namespaceId: number | null;
  @Column('bigint', { nullable: true }) projectId: number | null;
}
