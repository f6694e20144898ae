/** Whether an account has a second factor, and how many of its backup codes are left. */
export interface TwoFactorState {
  readonly isEnabled: boolean;
  readonly backupCodesLeft: number;
}

/** A pending secret, which is shown only to its owner. */
export interface PendingSecret {
  readonly secret: string;
  readonly uri: string;
}
