import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { PendingSecret, TwoFactorState } from './two-factor.js';
import { record } from '../../common/wire/wire-types.js';

/** Contract: oauth §2.3. */
export const PendingSecretSchema = record('PendingTwoFactorSecret', {
  secret: Type.String(),
  otpauth_uri: Type.String(),
});
export const BackupCodesSchema = record('TwoFactorBackupCodes', {
  enabled: Type.Literal(true),
  backup_codes: Type.Array(Type.String()),
});
export const TwoFactorStateSchema = record('TwoFactorState', {
  enabled: Type.Boolean(),
  backup_codes_left: Type.Integer(),
});

export const presentPendingSecret = ({ secret, uri }: PendingSecret): Static<typeof PendingSecretSchema> => ({
  secret,
  otpauth_uri: uri,
});

export const presentBackupCodes = (codes: readonly string[]): Static<typeof BackupCodesSchema> => ({
  enabled: true,
  backup_codes: [...codes],
});

export const presentTwoFactorState = (state: TwoFactorState): Static<typeof TwoFactorStateSchema> => ({
  enabled: state.isEnabled,
  backup_codes_left: state.backupCodesLeft,
});
