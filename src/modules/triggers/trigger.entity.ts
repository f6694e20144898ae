import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** A token that starts pipelines of a project (contract: triggers §1). */
@Entity('ci_triggers')
export class TriggerEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint', { nullable: true }) ownerId: number | null;
  @Column('text') description: string;
  /** Sealed: its creator is shown it whole. */
  @Column('bytea') token: Buffer;
  /** Of the token, which is found by it. */
  @Column('bytea') digest: Buffer;
  @Column('text') firstFour: string;
  @TimeColumn({ nullable: true }) expiresAt: string | null;
  @Column('text', { array: true, nullable: true }) allowedRefs: readonly string[] | null;
  @Column('text', { array: true, nullable: true }) allowedVariables: readonly string[] | null;
  /** Of the token before a rotation, for as long as that goes on. */
  @Column('bytea', { nullable: true }) previousDigest: Buffer | null;
  @TimeColumn({ nullable: true }) previousValidUntil: string | null;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
