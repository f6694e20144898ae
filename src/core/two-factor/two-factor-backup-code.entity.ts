import { Entity, PrimaryColumn } from 'typeorm';

@Entity('two_factor_backup_codes')
export class TwoFactorBackupCodeEntity {
  @PrimaryColumn('bigint') userId: number;
  /** Digest of the code, which itself is not stored. */
  @PrimaryColumn('bytea') digest: Buffer;
}
