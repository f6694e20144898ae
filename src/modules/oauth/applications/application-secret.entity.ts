import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/**
 * A client secret of an application. There are several while an old secret remains valid in addition to the new one.
 */
@Entity('oauth_application_secrets')
export class ApplicationSecretEntity {
  @IdColumn() id: number;
  @Column('bigint') applicationId: number;
  /** Digest of the secret, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  @NowColumn() createdAt: string;
  /** Null for the current secret. */
  @TimeColumn({ nullable: true }) expiresAt: string | null;
}
