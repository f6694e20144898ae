import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** A token that starts pipelines of a project (contract: triggers §1). */
@Entity('ci_triggers')
export class TriggerEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('bigint', { nullable: true }) ownerId: number | null;
  @Column('text') description: string;
  /** Sealed, because its full value is shown to its creator. */
  @Column('bytea') token: Buffer;
  /** Digest by which the token is found. */
  @Column('bytea') digest: Buffer;
  @Column('text') firstFour: string;
  @TimeColumn({ nullable: true }) expiresAt: string | null;
  @Column('text', { array: true, nullable: true }) allowedRefs: readonly string[] | null;
  @Column('text', { array: true, nullable: true }) allowedVariables: readonly string[] | null;
  /** Digest of the token before a rotation, while that token is still valid. */
  @Column('bytea', { nullable: true }) previousDigest: Buffer | null;
  @TimeColumn({ nullable: true }) previousValidUntil: string | null;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
