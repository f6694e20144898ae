import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

@Entity('oauth_application_secrets')
export class ApplicationSecretEntity {
  @IdColumn() id: number;
  @Column('bigint') applicationId: number;
  @Column('bytea') digest: Buffer;
  @NowColumn() createdAt: string;
  @TimeColumn({ nullable: true }) expiresAt: string | null;
}
