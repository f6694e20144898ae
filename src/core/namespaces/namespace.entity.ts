import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NowColumn } from '../../platform/database/columns.js';
import type { NamespaceKind } from './namespace.js';

/** A namespace: the personal one of a user, or a group; groups nest. */
@Entity('namespaces')
export class NamespaceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') kind: NamespaceKind;
  @Column('text') name: string;
  @Column('text') path: string;
  @Column('bigint', { nullable: true }) parentId: number | null;
  /** Of a personal one; null once the user is deleted and projects remain. */
  @Column('bigint', { nullable: true }) ownerId: number | null;
  /** The ids from the top group down to this one. */
  @Column('bigint', { array: true }) traversalIds: readonly number[];
  @NowColumn() createdAt: string;
}
