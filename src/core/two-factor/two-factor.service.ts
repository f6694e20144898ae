import { Injectable } from '@nestjs/common';
import { badRequest, conflict, invalidField, IS_INVALID } from '../../common/errors/catalogue.js';
import { Clock } from '../../common/time/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import type { Account, Caller } from '../access/caller.js';
import { PasswordChecks } from '../access/password-checks.js';
import { PasswordLoginsService } from '../sign-in/password-logins.service.js';
import { newBackupCodes, newSecret, otpauthUri, plainCode, stepOf } from './totp.js';
import type { PendingSecret, TwoFactorState } from './two-factor.js';
import { TwoFactorRepository } from './two-factor.repository.js';

/** Second factors: time-based codes and backup codes (contract: oauth §2.3). */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly factors: TwoFactorRepository,
    private readonly logins: PasswordLoginsService,
    private readonly checks: PasswordChecks,
    private readonly secrets: SecretBox,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async stateOf(userId: number): Promise<TwoFactorState> {
    const row = await this.factors.find(userId);
    const isEnabled = row?.isConfirmed ?? false;
    return { isEnabled, backupCodesLeft: isEnabled ? await this.factors.countBackupCodes(userId) : 0 };
  }

  /**
   * Returns a new secret, which is pending until it is confirmed. Throws 400 for a wrong password, 409 when it is
   * already enabled.
   */
  async begin(caller: Caller, password: string): Promise<PendingSecret> {
    const account = await this.checkedAccount(caller, password);
    const secret = newSecret();
    if (!(await this.factors.begin(account.id, this.secrets.seal(secret)))) {
      throw conflict('Two-factor authentication is already on');
    }
    return { secret, uri: otpauthUri(secret, account.username) };
  }

  /** Returns the pending secret, for the page that shows it again. */
  async pending({ id, username }: Account): Promise<PendingSecret | null> {
    const row = await this.factors.find(id);
    if (!row || row.isConfirmed) {
      return null;
    }
    const secret = this.secrets.open(row.secret);
    return { secret, uri: otpauthUri(secret, username) };
  }

  /** Enables the second factor and returns the backup codes, which are shown only once. Throws 400 for a wrong code. */
  async confirm({ userId, address }: Caller, code: string): Promise<readonly string[]> {
    const codes = newBackupCodes();
    const done = await this.checks.attempt(checkName(userId), address, async () => {
      const row = await this.factors.find(userId);
      const step = row && !row.isConfirmed ? this.stepOf(code, row.secret) : null;
      return step === null ? null : this.turnOn(userId, step, codes);
    });
    if (done === null) {
      throw invalidField('code', IS_INVALID);
    }
    return codes;
  }

  /**
   * Whether the time-based or backup code is valid now; it cannot be used again. Throws 429 after too many failures.
   */
  async accepts(userId: number, code: string, address: string): Promise<boolean> {
    const found = await this.checks.attempt(checkName(userId), address, async () =>
      (await this.take(userId, plainCode(code))) ? true : null,
    );
    return found !== null;
  }

  /** Does nothing when it is disabled. Throws 400 for a wrong password. */
  async disable(caller: Caller, password: string): Promise<void> {
    const account = await this.checkedAccount(caller, password);
    await this.factors.delete(account.id);
  }

  /** For administrators. Throws 400 when it was disabled. */
  async disableFor(userId: number): Promise<void> {
    if (!(await this.factors.deleteConfirmed(userId))) {
      throw badRequest('Two-factor authentication is not enabled for this user');
    }
  }

  private async turnOn(userId: number, step: number, codes: readonly string[]): Promise<true | null> {
    return this.database.transaction(async () => {
      if (!(await this.factors.confirm(userId, step))) {
        return null;
      }
      await this.factors.insertBackupCodes(
        userId,
        codes.map((code) => this.digestOf(userId, code)),
      );
      return true;
    });
  }

  private async take(userId: number, code: string): Promise<boolean> {
    const row = await this.factors.find(userId);
    if (!row?.isConfirmed) {
      return false;
    }
    const step = this.stepOf(code, row.secret);
    return step === null
      ? this.factors.takeBackupCode(userId, this.digestOf(userId, code))
      : this.factors.takeStep(userId, step);
  }

  private async checkedAccount({ account, address }: Caller, password: string): Promise<Account> {
    if (!account || !(await this.logins.isOwn(account, password, address))) {
      throw invalidField('password', IS_INVALID);
    }
    return account;
  }

  private stepOf(code: string, sealed: Buffer): number | null {
    return stepOf(plainCode(code), this.secrets.open(sealed), this.clock.millis());
  }

  private digestOf(userId: number, code: string): Buffer {
    return this.secrets.keyed(`backup code ${userId} ${code}`);
  }
}

/** Wrong codes count like wrong passwords, but separately from these. */
const checkName = (userId: number): string => `second factor of ${userId}`;
