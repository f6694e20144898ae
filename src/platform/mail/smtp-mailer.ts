import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Env } from '../config/env.js';
import type { Mail } from './mail.js';
import { withoutLogin } from './without-login.js';

const TIMEOUT_MS = 20_000;
/** Of a whole message: a server that sends a word now and then is never silent (contract: integrations §8.2). */
const WHOLE_MS = 30_000;

/** Sends messages to the server of SMTP_URL (contract: core §1.1). */
@Injectable()
export class SmtpMailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(private readonly env: Env) {
    const timeout = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    this.transport = env.smtpUrl === undefined ? null : createTransport({ url: env.smtpUrl, ...timeout });
  }

  /** Throws when the server does not take it in time; nothing happens where there is none. */
  async deliver({ from, headers = {}, ...mail }: Mail, withinMs = WHOLE_MS): Promise<void> {
    const sender = from === undefined ? { from: this.env.mailFrom } : { from, replyTo: from };
    const names = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
    const signal = AbortSignal.timeout(withinMs); // ends the connection, which a server that goes on talking keeps open
    try {
      await this.transport?.sendMail({
        ...sender,
        ...mail,
        headers: { ...headers },
        normalizeHeaderKey: (name) => names.get(name.toLowerCase()) ?? name, // else an -Id becomes an -ID
        signal,
      });
    } catch (error) {
      throw signal.aborted ? new Error('The mail server did not answer in time.') : this.masked(error);
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
