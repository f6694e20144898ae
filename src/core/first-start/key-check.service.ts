import { Injectable } from '@nestjs/common';
import { InvalidSetting } from '../../platform/config/env-reader.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { SettingsRepository } from '../settings/settings.repository.js';

const KEY_CHECK = 'slipway';

/** Whether SECRET_KEY is the key that this database was written with (contract: core §1.3). */
@Injectable()
export class KeyCheckService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** Remembers the key the first time; throws {@link InvalidSetting} for another one. */
  async run(): Promise<void> {
    const check = await this.settings.keyCheck();
    if (!check) {
      await this.settings.saveKeyCheck(this.secrets.seal(KEY_CHECK));
      return;
    }
    if (!this.opens(check)) {
      throw new InvalidSetting('SECRET_KEY is not the key that the secrets of this database were encrypted with.');
    }
  }

  private opens(check: Buffer): boolean {
    try {
      return this.secrets.open(check) === KEY_CHECK;
    } catch {
      return false;
    }
  }
}
