import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Env } from '../config/env.js';
import type { Mail } from './mail.js';
import { withoutLogin } from './without-login.js';

const TIMEOUT_MS = 20_000;
/**
 * Time limit for a whole message: a server that sends something now and then never runs into an idle timeout (contract:
 * integrations §8.2).
 */
const WHOLE_MS = 30_000;

/** Sends messages to the server of SMTP_URL (contract: core §1.1). */
@Injectable()
export class SmtpMailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(private readonly env: Env) {
    const timeout = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    this.transport = env.smtpUrl === undefined ? null : createTransport({ url: env.smtpUrl, ...timeout });
  }

  /** Throws when the server does not accept the message in time; does nothing when no server is configured. */
  async deliver({ from, headers = {}, ...mail }: Mail, withinMs = WHOLE_MS): Promise<void> {
    const sender = from === undefined ? { from: this.env.mailFrom } : { from, replyTo: from };
    const names = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
    const signal = AbortSignal.timeout(withinMs); // closes the connection, which a server that keeps talking would keep open
    try {
      await this.transport?.sendMail({
        ...sender,
        ...mail,
        headers: { ...headers },
        normalizeHeaderKey: (name) => names.get(name.toLowerCase()) ?? name, // otherwise -Id would become -ID
        signal,
      });
    } catch (error) {
      throw signal.aborted ? new Error('The mail server did not answer in time.') : this.masked(error);
    }
  }

  /**
   * Returns the same error, whose codes are kept, with the login removed: what the server said is also shown to users
   * who view deliveries.
   */
  private masked(error: unknown): unknown {
    if (error instanceof Error && this.env.smtpUrl !== undefined) {
      error.message = withoutLogin(error.message, this.env.smtpUrl);
      error.stack = `${error.name}: ${error.message}`;
      if ('response' in error) {
        delete error.response; // repeats the message
      }
    }
    return error;
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
