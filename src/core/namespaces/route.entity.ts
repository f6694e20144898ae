import { Column, Entity } from 'typeorm';
import { IdColumn } from '../../platform/database/columns.js';

@Entity('routes')
export class RouteEntity {
  @IdColumn() id: number;
  @Column('text') path: string;
  @Column('bigint', { nullable: true }) namespaceId: number | null;
  @Column('bigint', { nullable: true }) projectId: number | null;
}
