import { Injectable } from '@nestjs/common';
import { SecretBox } from '../crypto/secret-box.js';
import type { Job } from '../queue/job.js';
import type { Mail } from './mail.js';
import { SmtpMailer } from './smtp-mailer.js';

export interface SendMailPayload {
  /** A {@link Mail} as sealed JSON in base64: messages may contain links that give access to accounts. */
  readonly sealed: string;
}

/** Sends one message. A repetition may send it twice, but it is never lost. */
@Injectable()
export class SendMailJob implements Job<SendMailPayload> {
  static readonly jobName = 'mail.send';
  /** A mail server that does not answer must not delay other work. */
  static readonly concurrency = 4;

  constructor(
    private readonly mailer: SmtpMailer,
    private readonly box: SecretBox,
  ) {}

  async perform({ sealed }: SendMailPayload): Promise<void> {
    await this.mailer.deliver(readMail(this.box.open(Buffer.from(sealed, 'base64'))));
  }
}

function readMail(json: string): Mail {
  const mail: unknown = JSON.parse(json);
  if (typeof mail !== 'object' || mail === null || !('to' in mail) || !('subject' in mail) || !('text' in mail)) {
    throw new Error('The message cannot be read.');
  }
  const headers = 'headers' in mail ? readHeaders(mail.headers) : {};
  return { to: String(mail.to), subject: String(mail.subject), text: String(mail.text), headers };
}

const readHeaders = (headers: unknown): Readonly<Record<string, string>> =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};
