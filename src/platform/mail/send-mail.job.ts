import { Injectable } from '@nestjs/common';
import { SecretBox } from '../crypto/secret-box.js';
import { JobUnrecoverable } from '../queue/job.js';
import type { Job } from '../queue/job.js';
import type { Mail } from './mail.js';
import { SmtpMailer } from './smtp-mailer.js';

export interface SendMailPayload {
  /** A {@link Mail} as sealed JSON in base64: messages may contain links that give access to accounts. */
  readonly sealed: string;
}

/** What carries the recipient and the message; a refused login or sender is for the operator to mend. */
const COMMANDS_OF_MESSAGE = ['RCPT TO', 'DATA'];

/**
 * Sends one message, as soon as a mail server that is out of reach is back. A repetition may send it twice; it is lost
 * only when the server refuses it or is away for three days.
 */
@Injectable()
export class SendMailJob implements Job<SendMailPayload> {
  static readonly jobName = 'mail.send';
  /** A mail server that does not answer must not delay other work. */
  static readonly concurrency = 4;
  /** Three days: the delays double up to an hour in the first 11 attempts, and the others are an hour apart. */
  static readonly maxAttempts = 82;

  constructor(
    private readonly mailer: SmtpMailer,
    private readonly box: SecretBox,
  ) {}

  async perform({ sealed }: SendMailPayload): Promise<void> {
    const mail = readMail(this.box.open(Buffer.from(sealed, 'base64')));
    try {
      await this.mailer.deliver(mail);
    } catch (error) {
      throw isRefusal(error) ? new JobUnrecoverable(error.message) : error;
    }
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'command' in error &&
  COMMANDS_OF_MESSAGE.includes(String(error.command)) &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500;

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
