import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { digestOf, randomToken } from '../../platform/crypto/random.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

const PREFIX = 'slrr_';

/** The registration token for runners of the whole instance (contract: core §1.2, §9). */
@Injectable()
export class RunnersTokenService {
  constructor(
    private readonly settings: SettingsService,
    private readonly repository: SettingsRepository,
    private readonly box: SecretBox,
  ) {}

  /** Created on first request; of concurrent requests one decides. */
  async current(): Promise<string> {
    const { runnersRegistrationToken: known } = await this.settings.fresh();
    if (known) {
      return this.box.open(known);
    }
    await this.repository.fillRunnersToken(this.box.seal(randomToken(PREFIX)));
    return this.current();
  }

  /** Compares in constant time. */
  async matches(token: string): Promise<boolean> {
    const { runnersRegistrationToken: known } = await this.settings.fresh();
    return known !== null && timingSafeEqual(digestOf(token), digestOf(this.box.open(known)));
  }

  /** The old token is invalid at once. */
  async reset(): Promise<string> {
    const token = randomToken(PREFIX);
    await this.settings.change({ runnersRegistrationToken: this.box.seal(token) });
    return token;
  }
}
