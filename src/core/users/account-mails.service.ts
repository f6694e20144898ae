import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors/catalogue.js';
import { DAY_SECONDS } from '../../common/time/units.js';
import { Env } from '../../platform/config/env.js';
import { randomToken } from '../../platform/crypto/random.js';
import type { Tx } from '../../platform/database/tx.js';
import { MailQueue } from '../../platform/mail/mail-queue.js';
import { AccountLinksRepository } from './account-links.repository.js';
import type { MailedPurpose } from './account-link.entity.js';
import type { User } from './user.js';

const MESSAGES = {
  confirm: {
    path: '/users/confirmation',
    lives: 7 * DAY_SECONDS,
    subject: 'Confirm your e-mail address',
    text: 'Follow this link within seven days to confirm your e-mail address:',
  },
  reset: {
    path: '/users/password/edit',
    lives: DAY_SECONDS,
    subject: 'Choose a new password',
    text: 'Follow this link within a day to choose a new password:',
  },
} as const;

/** Mails with one-time links to confirm accounts and reset passwords (contract: core §3). */
@Injectable()
export class AccountMailsService {
  constructor(
    private readonly links: AccountLinksRepository,
    private readonly mailQueue: MailQueue,
    private readonly env: Env,
  ) {}

  /** Whether a mail server is configured. */
  get isOpen(): boolean {
    return this.mailQueue.isOpen;
  }

  /** Throws 400 for a request to mail a password link when no mail server is configured. */
  refuseResetWithoutMail({ resetPassword }: { readonly resetPassword?: boolean | undefined }): void {
    if (resetPassword && !this.isOpen) {
      throw invalidField('reset_password', 'needs outgoing mail');
    }
  }

  /** Called when an account gets another address: links mailed to the old one become invalid. */
  withdraw(userId: number): Promise<void> {
    return this.links.withdraw(userId, ['confirm', 'reset']);
  }

  /** Called in the transaction of the change that the mails are about. */
  async sendAsked(
    tx: Tx,
    user: User,
    asked: { readonly confirms: boolean; readonly resets?: boolean | undefined },
  ): Promise<void> {
    if (asked.confirms) {
      await this.send(tx, user, 'confirm');
    }
    if (asked.resets) {
      await this.send(tx, user, 'reset');
    }
  }

  private async send(tx: Tx, { id, email, name }: User, purpose: MailedPurpose): Promise<void> {
    const { path, lives, subject, text } = MESSAGES[purpose];
    const token = randomToken('');
    await this.links.replace(id, purpose, token, lives);
    const lines = [`Hello ${name},`, '', text, `${this.env.baseUrl}${path}?token=${token}`, ''];
    await this.mailQueue.post(tx, { to: email, subject, text: lines.join('\n') });
  }
}
