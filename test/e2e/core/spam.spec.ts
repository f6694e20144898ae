import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Module, Post } from '@nestjs/common';
import { OneOf, Text } from '../../../src/common/params/param.decorators.js';
import { Allow } from '../../../src/core/access/allow.decorator.js';
import type { Caller } from '../../../src/core/access/caller.js';
import { Input, Me } from '../../../src/core/access/request.decorators.js';
import { VISIBILITIES } from '../../../src/core/settings/visibility.js';
import type { Visibility } from '../../../src/core/settings/visibility.js';
import { SweepSpamLogsJob } from '../../../src/core/spam/sweep-spam-logs.job.js';
import { SpamCheckService } from '../../../src/core/spam/spam-check.service.js';
import { SpamModule } from '../../../src/core/spam/spam.module.js';
import { SentProof } from '../../../src/core/spam/spam-proof.js';
import type { SpamProof } from '../../../src/core/spam/spam-proof.js';
import type { SpamType } from '../../../src/core/spam/spam-subject.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { aUser, unique } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aPerson } from '../../support/people.js';
import type { Person } from '../../support/people.js';
import { WebBrowser } from '../../support/web-browser.js';

class PostInput {
  @OneOf(['project', 'group', 'snippet']) type?: SpamType;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  @Text() title?: string;
}

@Controller('posts')
@Allow({ on: 'instance' })
class PostsController {
  constructor(private readonly spam: SpamCheckService) {}

  @Post()
  async create(@Me() caller: Caller, @Input() input: PostInput, @SentProof() proof: SpamProof) {
    const { type = 'project', visibility = 'public', title = 'a title' } = input;
    await this.spam.check({ type, caller, visibility, title, text: 'a text', proof });
    return { created: true };
  }
}

@Module({ imports: [SpamModule], controllers: [PostsController] })
class PostModule {}

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let app: TestApp;
let user: Person;
let outside: Server;
let heard: Heard[] = [];
/** What the outside answers next, by path; a number is a status without a body. */
let answers: Record<string, object | number | 'silence' | 'nonsense'> = {};

beforeAll(async () => {
  app = await startApp({ extraModules: [PostModule] });
  user = await aPerson(app);
  outside = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      heard.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const answer = answers[path] ?? 500;
      if (answer === 'silence') {
        return;
      }
      response.statusCode = typeof answer === 'number' ? answer : 200;
      response.end(typeof answer === 'object' ? JSON.stringify(answer) : '<html>');
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  outside.closeAllConnections();
  outside.close();
  await app.close();
});
beforeEach(() => {
  heard = [];
  answers = {};
});

const base = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
const configure = (settings: object) => app.admin.put('application/settings', settings);
const watch = (captcha: boolean) =>
  configure({
    spam_check_endpoint_enabled: true,
    spam_check_endpoint_url: `${base()}/spam`,
    spam_check_api_key: 'spam-key',
    recaptcha_enabled: captcha,
    recaptcha_site_key: 'site-key',
    recaptcha_private_key: 'private-key',
    recaptcha_verify_url: `${base()}/verify`,
  });
const post = (body: object = {}, headers: Record<string, string> = {}, token = user.token) =>
  app.as(token).post('posts', body, { headers });
const solved = (logId: number, response = 'solved') => ({
  'X-Service-Captcha-Response': response,
  'X-Service-Spam-Log-Id': String(logId),
});
const BLOCKED = { status: 400, body: { message: { error: 'Your project has been recognized as spam.' } } };

describe('SpamCheckService', () => {
  it('does nothing until it is configured', async () => {
    await configure({ spam_check_endpoint_enabled: true, spam_check_endpoint_url: null });
    const withoutAddress = await post();
    await configure({ spam_check_endpoint_enabled: false, spam_check_endpoint_url: `${base()}/spam` });
    const switchedOff = await post();

    expect([withoutAddress.status, switchedOff.status, heard.length]).toEqual([201, 201, 0]);
  });

  it('asks about public and internal texts, with user, text and address', async () => {
    await watch(false);
    answers = { '/spam': { verdict: 'allow' } };

    const answer = await post({ visibility: 'internal', title: 'Hello' }, { 'User-Agent': 'my agent' });

    expect(answer.status).toBe(201);
    expect(heard).toHaveLength(1);
    expect(heard[0]!.headers).toMatchObject({ authorization: 'Bearer spam-key', 'content-type': 'application/json' });
    expect(JSON.parse(heard[0]!.body)).toEqual({
      type: 'project',
      user: { id: user.id, username: user.username, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      title: 'Hello',
      text: 'a text',
      ip: '127.0.0.1',
      user_agent: 'my agent',
    });
  });

  it('asks nothing when another rule refuses first', async () => {
    await watch(true);
    answers = { '/spam': { verdict: 'block' } };
    const hidden = (await app.admin.post('groups', { name: 'Hidden', path: unique('hidden') })).body;
    const taken = unique('taken');
    const { api } = await aUser(app);
    await api.post('projects', { path: taken, visibility: 'private' });
    const open = { name: 'Open', visibility: 'public' };

    for (const [path, fields, answer] of [
      ['projects', { namespace_id: hidden.id }, { status: 404, body: { message: '404 Namespace Not Found' } }],
      ['projects', { path: taken }, { status: 400, body: { message: { path: ['has already been taken'] } } }],
      ['projects', { path: 'blob' }, { status: 400, body: { message: { path: ['is invalid'] } } }],
      ['groups', { path: taken, parent_id: hidden.id }, { status: 404, body: { message: '404 Group Not Found' } }],
      ['groups', { path: hidden.path }, { status: 400, body: { message: { path: ['has already been taken'] } } }],
    ] as const) {
      expect(await api.post(path, { ...open, ...fields })).toMatchObject(answer);
    }
    expect(heard).toEqual([]);
  });

  it('does not ask about private texts and administrators', async () => {
    await watch(false);
    answers = { '/spam': { verdict: 'block' } };
    const admin = await aPerson(app, { isAdmin: true });

    expect((await post({ visibility: 'private' })).status).toBe(201);
    expect((await post({}, {}, admin.token)).status).toBe(201);
    expect(heard).toEqual([]);
  });

  it.each([['block'], ['challenge']])(
    'answers 400 to %s where no CAPTCHA is configured, and logs it',
    async (verdict) => {
      await watch(false);
      answers = { '/spam': { verdict } };

      expect(await post({ title: verdict })).toMatchObject(BLOCKED);

      const [log] = await app.sql('select user_id, type, verdict, consumed_at from spam_logs order by id desc limit 1');
      expect(log).toEqual({ user_id: user.id, type: 'project', verdict, consumed_at: null });
    },
  );

  it.each([
    ['a server error', 500 as const],
    ['a refusal', 403 as const],
    ['an unknown verdict', { verdict: 'perhaps' }],
    ['nonsense', 'nonsense' as const],
    ['longer than any verdict', { verdict: 'block', reason: 'x'.repeat(70_000) }],
  ])('allows when the answer is %s, and counts it', async (_name, answer) => {
    await watch(false);
    answers = { '/spam': answer };
    const before = await unanswered();

    expect((await post()).status).toBe(201);
    expect(await unanswered()).toBe(before + 1);
  });

  it('allows when no answer comes within 3 s, or the connection is refused', async () => {
    await watch(false);
    answers = { '/spam': 'silence' };
    const started = performance.now();
    const silent = await post();
    const waited = performance.now() - started;
    await configure({ spam_check_endpoint_url: 'http://127.0.0.1:9/spam' });
    const begun = performance.now();
    const absent = await post();
    const rest = performance.now() - begun; // what such a request takes beside the check

    expect([silent.status, absent.status]).toEqual([201, 201]);
    expect(waited).toBeGreaterThan(2900);
    expect(waited - rest).toBeLessThan(10_000); // it would be silent for ever
  });
});

describe('a snippet that is opened', () => {
  it('is checked with the files that it got while it was private', async () => {
    await watch(false);
    answers = { '/spam': { verdict: 'block' } };
    const text = unique('content');
    const written = { title: 'a title', visibility: 'private', files: [{ file_path: 'a.txt', content: text }] };
    const { id } = (await app.as(user.token).post('snippets', written)).body as { id: number };

    const opened = await app.as(user.token).put(`snippets/${id}`, { visibility: 'public' });

    expect(opened).toMatchObject({
      status: 400,
      body: { message: { error: 'Your snippet has been recognized as spam.' } },
    });
    expect(heard.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
      expect.stringContaining(text),
    ]);
  });
});

describe('a write that the spam check answers with a CAPTCHA', () => {
  beforeEach(async () => {
    await watch(true);
    answers = { '/spam': { verdict: 'challenge' }, '/verify': { success: true } };
  });

  async function aChallenge(body: object = {}): Promise<number> {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 409, body: { needs_captcha_response: true } });
    return answer.body.spam_log_id as number;
  }

  it('is answered 409 with all that a client needs', async () => {
    expect(await post({ type: 'snippet' })).toMatchObject({
      status: 409,
      body: {
        needs_captcha_response: true,
        spam_log_id: expect.any(Number),
        captcha_site_key: 'site-key',
        message: { error: 'Your snippet has been recognized as spam. Solve the CAPTCHA to go on.' },
      },
    });
  });

  it('is refused after a block in spite of a solution', async () => {
    answers = { '/spam': { verdict: 'block' }, '/verify': { success: true } };
    await post();
    const [log] = await app.sql<{ id: number }>('select id from spam_logs order by id desc limit 1');

    expect(await post({}, solved(log!.id))).toMatchObject(BLOCKED);
  });

  it('succeeds when it is repeated with a solution, without a second check', async () => {
    const logId = await aChallenge();
    heard = [];

    expect((await post({}, solved(logId))).status).toBe(201);

    expect(heard.map(({ path }) => path)).toEqual(['/verify']);
    expect(heard[0]!.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(heard[0]!.body))).toEqual({
      secret: 'private-key',
      response: 'solved',
      remoteip: '127.0.0.1',
    });
  });

  it('succeeds once, also for two requests at a time', async () => {
    const logId = await aChallenge();

    const answered = await Promise.all([post({}, solved(logId)), post({}, solved(logId))]);

    expect(answered.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await post({}, solved(logId))).status).toBe(409);
  });

  it('is checked anew with a new log after a wrong solution, or none from the service', async () => {
    const logId = await aChallenge();
    for (const verdict of [{ success: false }, { success: 'true' }, 500]) {
      answers['/verify'] = verdict;
      const again = await post({}, solved(logId));
      expect(again.status).toBe(409);
      expect(again.body.spam_log_id).not.toBe(logId);
    }
    answers['/verify'] = { success: true };
    expect((await post({}, solved(logId))).status).toBe(201);
  });

  it('is solved for one user, one type and one text, for an hour', async () => {
    const other = await aPerson(app);
    const logId = await aChallenge();
    heard = [];

    expect((await post({}, solved(logId), other.token)).status).toBe(409);
    expect((await post({ type: 'group' }, solved(logId))).status).toBe(409);
    expect((await post({ title: 'another' }, solved(logId))).status).toBe(409);
    await app.sql(`update spam_logs set expires_at = now() - interval '1 s' where id = $1`, [logId]);
    expect((await post({}, solved(logId))).status).toBe(409);
    expect(heard.every(({ path }) => path === '/spam')).toBe(true);
  });

  it.each(['x', '', '99999999999999999999', '-1'])('ignores headers whose log is %j', async (id) => {
    const headers = { 'X-Service-Captcha-Response': 'solved', 'X-Service-Spam-Log-Id': id };

    expect((await post({}, headers)).status).toBe(409);
    expect(heard.map(({ path }) => path)).toEqual(['/spam']);
  });

  it('keeps no answer for an Idempotency-Key, so that the solved request may use the same key', async () => {
    const key = { 'Idempotency-Key': 'spam-key-1' };
    const first = await post({ title: 'keyed' }, key);
    const second = await post({ title: 'keyed' }, { ...key, ...solved(first.body.spam_log_id as number) });

    expect([first.status, second.status]).toEqual([409, 201]);
    const logs = await app.sql('select 1 from spam_logs where id = $1', [first.body.spam_log_id]);
    expect(logs).toHaveLength(1);
  });
});

describe('a form that the spam check answers with a CAPTCHA', () => {
  it('is sent again by a page with the widget, and stored with the solution', async () => {
    await watch(true);
    answers = { '/spam': { verdict: 'challenge' }, '/verify': { success: true } };
    const browser = await WebBrowser.of(app.url, await aUser(app));
    const form = await browser.get('/dashboard/projects/new');
    const path = unique('form');
    const fields = { name: `A "${path}" & more`, path, visibility: 'public' };

    const challenged = await browser.submit(form, fields, 'Create project');
    const unsolved = await browser.submit(challenged, {}, 'Send again');
    const stored = await browser.submit(unsolved, { 'g-recaptcha-response': 'solved' }, 'Send again');

    expect([challenged.status, unsolved.status, stored.status]).toEqual([409, 409, 303]);
    expect(challenged.text).toContain('data-sitekey="site-key"');
    expect(challenged.headers.get('content-security-policy')).toMatch(
      /script-src https:\/\/www\.google\.com\/recaptcha\/ [^;]*; frame-src https:/,
    );
    expect((await browser.get(stored.headers.get('location') ?? '')).text).toContain(
      `A &quot;${path}&quot; &amp; more`,
    );
    expect(heard.map(({ path: target }) => target)).toEqual(['/spam', '/spam', '/verify']);
  });
});

describe('SweepSpamLogsJob', () => {
  it('deletes refusals whose hour is over', async () => {
    await app.sql(`update spam_logs set expires_at = now() - interval '1 s'`);

    await app.app.get(SweepSpamLogsJob).perform();

    expect(await app.sql('select 1 from spam_logs')).toEqual([]);
  });
});

async function unanswered(): Promise<number> {
  const text = await app.app.get(Metrics).text();
  return Number(/^slipway_spam_checks_unanswered_total (\d+)$/m.exec(text)?.[1]);
}
