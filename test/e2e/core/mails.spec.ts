import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { inspect } from 'node:util';
import { readEnv } from '../../../src/platform/config/env.js';
import { SmtpMailer } from '../../../src/platform/mail/smtp-mailer.js';
import { JobRunner } from '../../../src/platform/queue/job-runner.js';
import { aUser, unique } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startSmtpServer } from '../../support/smtp-server.js';
import type { SmtpServer } from '../../support/smtp-server.js';
import { WebBrowser } from '../../support/web-browser.js';
import { aProvider } from '../scim/provider.js';

let smtp: SmtpServer;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'harbour@example.com' } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

/** The path of the link in the newest message to that address. */
async function linkTo(email: string): Promise<string> {
  await app.drainJobs();
  const message = smtp.messages.findLast((text) => text.includes(`To: ${email}`)) ?? '';
  expect(message).toContain('From: harbour@example.com');
  const link = /https?:\/\/\S+/.exec(message)?.[0] ?? '';
  return link.slice(app.url.length);
}

describe('SmtpMailer', () => {
  it('sends headers under the names that they have', async () => {
    const headers = { 'X-Service-Project-Id': '7', 'Auto-Submitted': 'auto-generated' };

    await app.app.get(SmtpMailer).deliver({ to: 'a@example.com', subject: 'A header', text: 'x', headers });

    const message = smtp.messages.find((text) => text.includes('Subject: A header'));
    expect(message).toMatch(/^X-Service-Project-Id: 7$/m);
    expect(message).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  it('tells nobody the password of the server, whose answer repeats the command that held it', async () => {
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined).write('220 test\r\n');
      socket.on('data', (line: Buffer) => {
        const said = String(line).trim();
        socket.write(said.startsWith('EHLO') ? '250-test\r\n250 AUTH PLAIN\r\n' : `500 unknown: ${said}\r\n`);
      });
    });
    refusing.listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const mailer = new SmtpMailer(readEnv({ SMTP_URL: `smtp://mail:hush-hush@127.0.0.1:${port}` }));

    const failure = await mailer
      .deliver({ to: 'a@example.com', subject: 'x', text: 'x' })
      .catch((error: unknown) => error);
    refusing.close();

    expect(failure).toMatchObject({
      responseCode: 500,
      message: expect.stringContaining('unknown: AUTH PLAIN [masked]'),
    });
    expect(inspect(failure)).not.toMatch(/hush|AG1haWwA/);
  });

  it('sends a link that confirms an account once', async () => {
    const user = await aUser(app);
    const email = `${user.username}@example.com`;
    const link = await linkTo(email);
    const browser = new WebBrowser(app.url);
    const before = (await user.api.get('user')).status;
    const page = await browser.get(link);
    const untouched = (await user.api.get('user')).status;
    const done = await browser.submit(page, {}, 'Confirm');
    const again = await browser.submit(page, {}, 'Confirm');

    expect([before, untouched]).toEqual([403, 403]);
    expect(done.status).toBe(200);
    expect((await user.api.get('user')).status).toBe(200);
    expect(again.status).toBe(422);
  });

  it('sends a link to choose a password; sessions end then, tokens remain', async () => {
    const user = await aUser(app, { skip_confirmation: true });
    const signedIn = new WebBrowser(app.url);
    await signedIn.signIn(user.username, user.password);
    await app.admin.put(`users/${user.id}`, { reset_password: true });
    const link = await linkTo(`${user.username}@example.com`);
    const browser = new WebBrowser(app.url);
    const page = await browser.get(link);
    const short = await browser.submit(page, { password: 'short' }, 'Save password');
    const done = await browser.submit(short, { password: 'another-password' }, 'Save password');

    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(short.status).toBe(422);
    expect(done.status).toBe(200);
    expect((await signedIn.get('/')).text).not.toContain('You are signed in as');
    expect((await user.api.get('user')).status).toBe(200);
    expect((await new WebBrowser(app.url).signIn(user.username, user.password)).status).toBe(422);
    expect((await new WebBrowser(app.url).signIn(user.username, 'another-password')).status).toBe(303);
  });

  it('lets no link that was mailed before choose a password when the address or the password has changed', async () => {
    const changes = [
      { email: `${unique('moved')}@example.com`, skip_reconfirmation: true },
      { password: 'given-anew' },
    ];
    for (const change of changes) {
      const user = await aUser(app, { skip_confirmation: true });
      await app.admin.put(`users/${user.id}`, { reset_password: true });
      const browser = new WebBrowser(app.url);
      const page = await browser.get(await linkTo(`${user.username}@example.com`));
      await app.admin.put(`users/${user.id}`, change);

      expect((await browser.submit(page, { password: 'of-somebody-else' }, 'Save password')).status).toBe(422);
      expect((await new WebBrowser(app.url).signIn(user.username, 'of-somebody-else')).status).toBe(422);
    }
  });

  it('lets no link that was mailed before choose a password when a provider has changed the address', async () => {
    const scim = await aProvider(await aUser(app, { skip_confirmation: true }), app.anonymous);
    const { id, emails } = await scim.user();
    const [account] = await app.sql<{ id: string }>('select user_id as id from scim_identities where uuid = $1', [id]);
    await app.admin.put(`users/${account!.id}`, { reset_password: true });
    const browser = new WebBrowser(app.url);
    const page = await browser.get(await linkTo(emails[0].value));
    await scim.send('PATCH', `Users/${id}`, {
      Operations: [{ op: 'replace', path: 'emails', value: [{ value: `${unique('moved')}@example.com` }] }],
    });

    expect((await browser.submit(page, { password: 'of-somebody-else' }, 'Save password')).status).toBe(422);
  });

  it('sends a confirmation again when an address changes, unless that is skipped', async () => {
    const user = await aUser(app, { skip_confirmation: true });
    const [first, second] = [`${unique('new')}@example.com`, `${unique('new')}@example.com`];
    await app.admin.put(`users/${user.id}`, { email: first, skip_reconfirmation: true });
    const skipped = (await user.api.get('user')).status;
    await app.admin.put(`users/${user.id}`, { email: second });
    const asked = (await user.api.get('user')).status;
    const browser = new WebBrowser(app.url);
    await browser.submit(await browser.get(await linkTo(second)), {}, 'Confirm');

    expect([skipped, asked]).toEqual([200, 403]);
    expect((await user.api.get('user')).body).toMatchObject({ email: second });
  });

  it('confirms an account at once where an administrator says so, whatever it was before', async () => {
    const [waiting, moved] = [await aUser(app), await aUser(app)];
    const email = `${unique('new')}@example.com`;
    await app.admin.put(`users/${waiting.id}`, { skip_confirmation: false });
    const asked = (await waiting.api.get('user')).status;
    const confirmed = await app.admin.put(`users/${waiting.id}`, { skip_confirmation: true });
    await app.admin.put(`users/${moved.id}`, { email, skip_reconfirmation: true });
    const repeated = await app.admin.put(`users/${waiting.id}`, { email: `x${email}`, skip_confirmation: true });

    expect(asked).toBe(403);
    expect(confirmed.body.confirmed_at).toEqual(expect.any(String));
    expect(repeated.body).toMatchObject({ email: `x${email}`, confirmed_at: confirmed.body.confirmed_at });
    expect((await waiting.api.get('user')).status).toBe(200);
    expect((await moved.api.get('user')).body).toMatchObject({ email, confirmed_at: expect.any(String) });
  });

  it('leaves no link in the table of jobs', async () => {
    const quiet = await startApp({ env: { SMTP_URL: smtp.url }, jobs: false });
    try {
      await aUser(quiet);
      const jobs = await quiet.sql<{ payload: object }>(`select payload from jobs where name = 'mail.send'`);

      expect(jobs).toHaveLength(1);
      expect(JSON.stringify(jobs)).not.toMatch(/token|http/);
    } finally {
      await quiet.close();
    }
  });
});

describe('a message in the queue', () => {
  /** Starts a server that greets with `greeting` and answers `command` with `refusal`. */
  async function aRefusingServer({ greeting = '220 test', command = 'RCPT', refusal = '250 well\r\n' }) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).write(`${greeting}\r\n`);
      socket.on('data', (line: Buffer) => socket.write(String(line).startsWith(command) ? refusal : '250 well\r\n'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  /** Sends a message of an account by the server, as the `attempts`-th attempt plus one, and returns its job. */
  async function jobAfter(server: Server, attempts: number) {
    const { port } = server.address() as AddressInfo;
    const sending = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, jobs: false });
    try {
      await aUser(sending);
      const [job] = await sending.sql<{ id: number }>(
        `update jobs set attempts = $1, leased_by = 'test' where name = 'mail.send' returning id::int`,
        [attempts],
      );
      await sending.app.get(JobRunner).begin(job!.id, 'test', 'test');
      const rows = await sending.sql<{ attempts: number; isDead: boolean; hours: number }>(
        `select attempts, dead_at is not null as "isDead", round(extract(epoch from run_at - now()) / 3600)::int as hours
         from jobs where name = 'mail.send'`,
      );
      return rows[0];
    } finally {
      await sending.close();
      server.close();
    }
  }

  it('is tried every hour for three days while the mail server takes nothing', async () => {
    const away = { greeting: '554 not today' };

    expect(await jobAfter(await aRefusingServer(away), 80)).toMatchObject({ attempts: 81, isDead: false, hours: 1 });
    expect(await jobAfter(await aRefusingServer(away), 81)).toMatchObject({ attempts: 82, isDead: true });
  });

  it.each([
    ['550 unknown', 'RCPT', true],
    ['554 too large', 'DATA', true],
    ['450 busy', 'RCPT', false],
    ['530 sign in first', 'MAIL', false],
  ])('that is answered %j to %s is given up: %s', async (refusal, command, isDead) => {
    const server = await aRefusingServer({ command, refusal: `${refusal}\r\n` });

    expect(await jobAfter(server, 0)).toMatchObject({ attempts: 1, isDead });
  });
});
