import { Entity, PrimaryColumn } from 'typeorm';

@Entity('two_factor_backup_codes')
export class TwoFactorBackupCodeEntity {
  @PrimaryColumn('bigint') userId: number;
  @PrimaryColumn('bytea') digest: Buffer;
}
