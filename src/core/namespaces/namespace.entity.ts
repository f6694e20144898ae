import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NowColumn } from '../../platform/database/columns.js';
import type { NamespaceKind } from './namespace.js';

/** A namespace: the personal one of a user, or a group. Groups may be nested. */
@Entity('namespaces')
export class NamespaceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text') kind: NamespaceKind;
  @Column('text') name: string;
  @Column('text') path: string;
  @Column('bigint', { nullable: true }) parentId: number | null;
  /** Owner of a personal namespace; null when the user was deleted and projects remain. */
  @Column('bigint', { nullable: true }) ownerId: number | null;
  /** Ids from the top-level group down to this one. */
  @Column('bigint', { array: true }) traversalIds: readonly number[];
  @NowColumn() createdAt: string;
}
