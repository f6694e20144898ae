/** Whether an account has a second factor, and how many of its backup codes are left. */
export interface TwoFactorState {
  readonly isEnabled: boolean;
  readonly backupCodesLeft: number;
}

/** A secret that waits to be confirmed; shown to its owner alone. */
export interface PendingSecret {
  readonly secret: string;
  readonly uri: string;
}
