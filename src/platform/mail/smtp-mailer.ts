import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Env } from '../config/env.js';
import type { Mail } from './mail.js';
import { withoutLogin } from './without-login.js';

const TIMEOUT_MS = 20_000;
/** Of a whole message: a server that sends a word now and then is never silent. */
const WHOLE_MS = 30_000;

/** Sends messages to the server of SMTP_URL (contract: core §1.1). */
@Injectable()
export class SmtpMailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(private readonly env: Env) {
    const timeout = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    this.transport = env.smtpUrl === undefined ? null : createTransport({ url: env.smtpUrl, ...timeout });
  }

  /** Throws when the server does not take it; nothing happens where there is none. */
  async deliver({ from, headers = {}, ...mail }: Mail): Promise<void> {
    const sender = from === undefined ? { from: this.env.mailFrom } : { from, replyTo: from };
    const names = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
    const sending = this.transport?.sendMail({
      ...sender,
      ...mail,
      headers: { ...headers },
      normalizeHeaderKey: (name) => names.get(name.toLowerCase()) ?? name, // else an -Id becomes an -ID
    });
    try {
      await (sending && answeredInTime(sending));
    } catch (error) {
      throw this.masked(error);
    }
  }

  /** The same failure, whose codes tell more; what the server said is shown to those who look at deliveries, too. */
  private masked(error: unknown): unknown {
    if (error instanceof Error && this.env.smtpUrl !== undefined) {
      error.message = withoutLogin(error.message, this.env.smtpUrl);
      error.stack = `${error.name}: ${error.message}`;
      if ('response' in error) {
        delete error.response; // what was said, once more
      }
    }
    return error;
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

async function answeredInTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The mail server did not answer in time.'));
    }, WHOLE_MS);
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}
