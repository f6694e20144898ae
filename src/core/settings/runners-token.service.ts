import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { digestOf, randomToken } from '../../platform/crypto/random.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

const PREFIX = 'slrr_';

/** The token with which runners of the whole instance register (contract: core §1.2, §9). */
@Injectable()
export class RunnersTokenService {
  constructor(
    private readonly settings: SettingsService,
    private readonly repository: SettingsRepository,
    private readonly box: SecretBox,
  ) {}

  /** Made when somebody asks for the first time; of several who ask at once, one decides. */
  async current(): Promise<string> {
    const { runnersRegistrationToken: known } = await this.settings.fresh();
    if (known) {
      return this.box.open(known);
    }
    await this.repository.fillRunnersToken(this.box.seal(randomToken(PREFIX)));
    return this.current();
  }

  /** Whether this is the one, told in constant time. */
  async matches(token: string): Promise<boolean> {
    const { runnersRegistrationToken: known } = await this.settings.fresh();
    return known !== null && timingSafeEqual(digestOf(token), digestOf(this.box.open(known)));
  }

  /** The old one is invalid at once. */
  async reset(): Promise<string> {
    const token = randomToken(PREFIX);
    await this.settings.change({ runnersRegistrationToken: this.box.seal(token) });
    return token;
  }
}
