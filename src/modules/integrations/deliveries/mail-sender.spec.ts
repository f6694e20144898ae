import type { Clock } from '../../../common/time/clock.js';
import type { Env } from '../../../platform/config/env.js';
import type { SmtpMailer } from '../../../platform/mail/smtp-mailer.js';
import { MailSender } from './mail-sender.service.js';
import type { SendContext } from './send-context.js';

const MAIL = { to: 'a@example.com', subject: 'S', text: 'T', html: '<p>T</p>' };
const CONTEXT = {
  deliveryUuid: 'dlv_1',
  event: { payload: { project_id: 1 } },
  redaction: { text: (text: string) => text },
} as unknown as SendContext;

/** What becomes of a message that the mail client could not hand over. */
function outcomeOf(failure: object, mail = MAIL) {
  const mailer = { deliver: () => Promise.reject(Object.assign(new Error('No.'), failure)) };
  const env = { smtpUrl: 'smtp://mail.example.com', baseUrl: 'https://git.example.com' };
  const sender = new MailSender(mailer as unknown as SmtpMailer, env as Env, { millis: () => 0 } as Clock);
  return sender.send(mail, { key: 'mail' } as Parameters<MailSender['send']>[1], CONTEXT);
}

describe('MailSender', () => {
  it.each([
    [{ code: 'ESOCKET', syscall: 'connect' }, 'retry', 'connect_failed'],
    [{ code: 'ESOCKET', syscall: 'read' }, 'retry', 'connection_broken'],
    [{ code: 'ECONNECTION' }, 'retry', 'connection_broken'],
    [{ code: 'EDNS' }, 'retry', 'dns_failure'],
    [{ code: 'ETLS' }, 'retry', 'tls_failure'],
    [{ code: 'ETIMEDOUT' }, 'retry', 'timeout'],
    [{ code: 'EENVELOPE', responseCode: 452 }, 'retry', 'mail_rejected'],
    [{ code: 'EENVELOPE', responseCode: 550 }, 'final', 'mail_rejected'],
  ])('says why %j came', async (failure, outcome, errorCode) => {
    expect(await outcomeOf(failure)).toMatchObject({ class: outcome, log: { errorCode } });
  });

  it('keeps the words of a server, and of the message, as the database can', async () => {
    const message = `550 no\0 such \ud800 user ${'x'.repeat(100_000)}`;
    const text = `${'y'.repeat(65_535)}\u{1f600} and more`;

    const { log } = await outcomeOf({ message, responseCode: 550 }, { ...MAIL, text });

    expect(log.error).toBe(`550 no such \ufffd user ${'x'.repeat(8192 - '550 no such \ufffd user '.length - 2)}`);
    expect(log.requestBody).toBe('y'.repeat(65_535));
  });
});
