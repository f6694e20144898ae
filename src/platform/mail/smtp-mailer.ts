import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Env } from '../config/env.js';
import type { Mail } from './mail.js';

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
    await (sending && answeredInTime(sending));
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
