import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** What an application proves itself by; several while an old secret works on beside the new one. */
@Entity('oauth_application_secrets')
export class ApplicationSecretEntity {
  @IdColumn() id: number;
  @Column('bigint') applicationId: number;
  /** Of the secret, which is stored nowhere. */
  @Column('bytea') digest: Buffer;
  @NowColumn() createdAt: string;
  /** Null for the current one. */
  @TimeColumn({ nullable: true }) expiresAt: string | null;
}
