import { Injectable } from '@nestjs/common';
import { InvalidSetting } from '../../platform/config/env-reader.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { SettingsRepository } from '../settings/settings.repository.js';

const KEY_CHECK = 'slipway';
export const ANOTHER_KEY = 'is not the key that the secrets of this database were encrypted with';

/** Checks that this database was written with the current SECRET_KEY (contract: core §1.3). */
@Injectable()
export class KeyCheckService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** Stores a check value on the first run; throws {@link InvalidSetting} for another key. */
  async run(): Promise<void> {
    if ((await this.settings.keyCheck()) === null) {
      await this.settings.saveKeyCheck(this.secrets.seal(KEY_CHECK));
      return;
    }
    await this.requireSame();
  }

  /**
   * For programs next to the service, which do not store a check value; throws {@link InvalidSetting} for another key.
   */
  async requireSame(): Promise<void> {
    if (!(await this.isSame())) {
      throw new InvalidSetting(`SECRET_KEY ${ANOTHER_KEY}.`);
    }
  }

  /** Also true before the first start, when there is no key to compare with. */
  async isSame(): Promise<boolean> {
    const check = await this.settings.keyCheck();
    return check === null || this.opens(check);
  }

  private opens(check: Buffer): boolean {
    try {
      return this.secrets.open(check) === KEY_CHECK;
    } catch {
      return false;
    }
  }
}
