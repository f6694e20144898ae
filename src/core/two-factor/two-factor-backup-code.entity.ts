import { Entity, PrimaryColumn } from 'typeorm';

@Entity('two_factor_backup_codes')
export class TwoFactorBackupCodeEntity {
  @PrimaryColumn('bigint') userId: number;
  /** Of the code, which is stored nowhere. */
  @PrimaryColumn('bytea') digest: Buffer;
}
