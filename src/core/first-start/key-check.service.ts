import { Injectable } from '@nestjs/common';
import { InvalidSetting } from '../../platform/config/env-reader.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { SettingsRepository } from '../settings/settings.repository.js';

const KEY_CHECK = 'slipway';
export const ANOTHER_KEY = 'is not the key that the secrets of this database were encrypted with';

/** Whether SECRET_KEY is the key that this database was written with (contract: core §1.3). */
@Injectable()
export class KeyCheckService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** Remembers the key the first time; throws {@link InvalidSetting} for another one. */
  async run(): Promise<void> {
    if ((await this.settings.keyCheck()) === null) {
      await this.settings.saveKeyCheck(this.secrets.seal(KEY_CHECK));
      return;
    }
    await this.requireSame();
  }

  /** For what runs beside the service, and remembers no key of its own; throws {@link InvalidSetting} for another one. */
  async requireSame(): Promise<void> {
    if (!(await this.isSame())) {
      throw new InvalidSetting(`SECRET_KEY ${ANOTHER_KEY}.`);
    }
  }

  /** True, too, before the first start, when there is no key to compare with. */
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
