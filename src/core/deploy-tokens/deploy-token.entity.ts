import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

/** Tokens of one project or of one group (contract: registry §8). */
@Entity('deploy_tokens')
export class DeployTokenEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('text') name: string;
  @Column('text') username: string;
  /** Digest of the token, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  @Column('text', { array: true }) scopes: readonly string[];
  @TimeColumn({ nullable: true }) expiresAt: string | null;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  @NowColumn() createdAt: string;
}
