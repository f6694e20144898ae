import { Injectable } from '@nestjs/common';
import type { Settings } from '../settings/settings.js';
import { SettingsService } from '../settings/settings.service.js';
import { OutsideOpinions } from './outside-opinions.js';
import { SpamLogsRepository } from './spam-logs.repository.js';
import { SpamRefusal } from './spam-refusal.js';
import type { SpamSubject } from './spam-subject.js';

interface Captcha {
  readonly siteKey: string;
  readonly privateKey: Buffer;
}

/**
 * Checks public and internal texts for spam before they are stored; inactive until configured (contract: conventions
 * §15).
 */
@Injectable()
export class SpamCheckService {
  constructor(
    private readonly settings: SettingsService,
    private readonly opinions: OutsideOpinions,
    private readonly logs: SpamLogsRepository,
  ) {}

  /**
   * To be called after all other rules and before the transaction of the change, since it may wait up to 6 s for other
   * services. Throws {@link SpamRefusal}: 400 for a block, 409 for a challenge when a CAPTCHA is configured, otherwise
   * 400.
   */
  async check(subject: SpamSubject): Promise<void> {
    const settings = await this.settings.current();
    const { spamCheckEndpointEnabled: isEnabled, spamCheckEndpointUrl: url } = settings;
    if (!isEnabled || url === null || isExempt(subject)) {
      return;
    }
    await subject.rules?.();
    const captcha = captchaOf(settings);
    if (captcha && (await this.isProven(subject, captcha, settings))) {
      return;
    }
    const createdAt = await this.logs.accountCreatedAt(subject.caller.userId);
    const verdict = await this.opinions.verdictOn(subject, createdAt, url, settings);
    if (verdict !== 'allow') {
      const logId = await this.logs.add(subject, verdict);
      const { type } = subject;
      throw verdict === 'challenge' && captcha
        ? SpamRefusal.challenged(type, logId, captcha.siteKey)
        : SpamRefusal.blocked(type);
    }
  }

  /** Whether the CAPTCHA of an earlier refusal was solved for this very text, and has not been used before. */
  private async isProven(subject: SpamSubject, captcha: Captcha, settings: Settings): Promise<boolean> {
    const { logId, captchaResponse } = subject.proof;
    if (logId === undefined || captchaResponse === undefined || !(await this.logs.isUsable(logId, subject))) {
      return false;
    }
    const { address } = subject.caller;
    const isHuman = await this.opinions.isHuman(captchaResponse, captcha.privateKey, address, settings);
    return isHuman && (await this.logs.consume(logId, subject));
  }
}

const isExempt = ({ caller, visibility }: SpamSubject): boolean =>
  visibility === 'private' || caller.isAdmin || caller.isBot;

function captchaOf(settings: Settings): Captcha | undefined {
  const { recaptchaEnabled: isEnabled, recaptchaSiteKey: siteKey, recaptchaPrivateKey: privateKey } = settings;
  return isEnabled && siteKey !== null && privateKey !== null ? { siteKey, privateKey } : undefined;
}
