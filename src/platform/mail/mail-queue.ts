import { Injectable } from '@nestjs/common';
import { Env } from '../config/env.js';
import { SecretBox } from '../crypto/secret-box.js';
import type { Tx } from '../database/tx.js';
import { Jobs } from '../queue/job.js';
import type { Mail } from './mail.js';
import { SendMailJob } from './send-mail.job.js';

/** Enqueues messages in the transaction of the change that causes them; a job sends them. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly jobs: Jobs,
    private readonly box: SecretBox,
    private readonly env: Env,
  ) {}

  /** Whether a mail server is configured. */
  get isOpen(): boolean {
    return this.env.smtpUrl !== undefined;
  }

  async post(tx: Tx, mail: Mail): Promise<void> {
    const sealed = this.box.seal(JSON.stringify(mail)).toString('base64');
    await this.jobs.enqueue(tx, SendMailJob, { sealed });
  }
}
