import { randomUUID } from 'node:crypto';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ask } from './ask.js';
import type { Answer, Question } from './ask.js';
import { aPerson, aToken } from '../../support/people.js';
import type { Person } from '../../support/people.js';
import { SweepIdempotencyKeysJob } from '../../../src/platform/http/idempotency/sweep-idempotency-keys.job.js';
import { createProbes, ProbeModule, probesWith } from './probe-module.js';
import { until } from '../../support/until.js';

type Row = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- columns as a test likes them

let service: TestApp;
let user: Person;

beforeAll(async () => {
  service = await startApp({ extraModules: [ProbeModule] });
  await createProbes(service);
  user = await aPerson(service);
});
afterAll(() => service.close());

const post = (key: string | undefined, json: object, question: Question = {}, path = '/probes'): Promise<Answer> =>
  ask(service.url, 'POST', path, {
    token: user.token,
    json,
    ...question,
    headers: { ...(key === undefined ? {} : { 'Idempotency-Key': key }), ...question.headers },
  });

describe('POST with an Idempotency-Key', () => {
  it('answers a repeated request with the stored status, body and Location, and does nothing', async () => {
    const [key, body] = [randomUUID(), randomUUID()];

    const first = await post(key, { body });
    const second = await post(key, { body });

    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await probesWith(service, body)).toBe(1);
  });

  it('repeats an answer without a body', async () => {
    const { body: probe } = await post(undefined, { body: 'gone soon' });
    const remove = () =>
      ask(service.url, 'DELETE', `/probes/${probe.id}`, { token: user.token, headers: { 'Idempotency-Key': 'bye' } });

    const answers = [await remove(), await remove()];

    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual([
      { status: 204, text: '' },
      { status: 204, text: '' },
    ]);
  });

  it('works once when the same request comes many times at once', async () => {
    const [key, body] = [randomUUID(), randomUUID()];

    const others: Answer[] = [];
    await service.sql('begin');
    await service.sql('lock table probes in exclusive mode'); // the first one cannot end before the others have come
    const answers = Array.from({ length: 8 }, async () => {
      const answer = await post(key, { body });
      others.push(answer);
      return answer;
    });
    await until(() => others.length === 7).finally(() => service.sql('commit'));

    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(others[0]!.body).toEqual({ message: '409 Conflict - A request with this Idempotency-Key is in progress' });
    expect(others[0]!.headers.get('retry-after')).toBe('1');
    expect(await probesWith(service, body)).toBe(1);
  });

  it('refuses the key for another body, path or verb', async () => {
    const key = randomUUID();
    await post(key, { body: 'first' });

    const answers = [
      await post(key, { body: 'second' }),
      await post(key, { body: 'first' }, {}, '/probes?x=1'),
      await ask(service.url, 'PUT', '/probes', { token: user.token, headers: { 'Idempotency-Key': key } }),
    ];

    expect(answers[0]).toMatchObject({
      status: 422,
      body: { message: '422 Unprocessable Entity - Idempotency-Key was used with another request' },
    });
    expect(answers[1]!.status).toBe(422);
    expect(answers[2]!.status).toBe(405); // the verb is not offered: decided long before
  });

  it.each([
    ['an empty key', ''],
    ['a long key', 'k'.repeat(256)],
    ['a key beyond ASCII', 'schlüssel'],
    ['a tab', 'a\tb'],
  ])('refuses %s', async (_name, key) => {
    const answer = await post(key, { body: 'x' });

    expect(answer).toMatchObject({ status: 400, body: { message: { 'Idempotency-Key': ['is invalid'] } } });
  });

  it('takes a key of 255 characters', async () => {
    expect((await post('~'.repeat(255), { body: 'x' })).status).toBe(201);
  });

  it('keeps the keys of different users apart', async () => {
    const key = randomUUID();
    const other = await aPerson(service);
    await post(key, { body: 'mine' });

    expect((await post(key, { body: 'theirs' }, { token: other.token })).status).toBe(201);
  });

  it('counts the real user under sudo as well', async () => {
    const key = randomUUID();
    const admin = await aPerson(service, { isAdmin: true, scopes: ['api', 'sudo'] });
    await post(key, { body: 'mine' });

    const asUser = await post(key, { body: 'by sudo' }, { token: admin.token, headers: { Sudo: user.username } });

    expect(asUser.status).toBe(201);
    expect(asUser.headers.has('idempotency-replayed')).toBe(false);
  });

  it('answers another live token of the user, but none whose scope does not cover the route', async () => {
    const key = randomUUID();
    await post(key, { body: 'once' });

    const good = await post(key, { body: 'once' }, { token: await aToken(service, user.id, ['api']) });
    const narrow = await post(key, { body: 'once' }, { token: await aToken(service, user.id, ['read_api']) });
    const dead = await post(key, { body: 'once' }, { token: 'slpat_unknown' });

    expect(good.headers.get('idempotency-replayed')).toBe('true');
    expect(narrow).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect(dead.status).toBe(401);
  });

  it('ignores it without credentials and on reads', async () => {
    const { body: probe } = await post(undefined, { body: 'read' });
    const nobody = await ask(service.url, 'POST', '/probes', {
      json: { body: 'x' },
      headers: { 'Idempotency-Key': '' },
    });
    const read = await ask(service.url, 'GET', `/probes/${probe.id}`, {
      token: user.token,
      headers: { 'Idempotency-Key': 'ü' },
    });

    expect([nobody.status, read.status]).toEqual([401, 200]);
  });

  it.each([
    [400, {}, 'missing parameters'],
    [403, { body: 'no', fail: 403 }, 'a rule'],
    [422, { body: 'no', fail: 422 }, 'an unprocessable entity'],
  ])('keeps %i for %s, and the change is undone', async (status, json, _why) => {
    const key = randomUUID();
    const first = await post(key, json);
    const second = await post(key, json);

    expect([first.status, second.status]).toEqual([status, status]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect(await probesWith(service, 'no')).toBe(0);
  });

  it.each([401, 408, 409, 412, 413, 429, 500, 503])('frees the key after %i', async (status) => {
    const [key, body] = [randomUUID(), randomUUID()];
    const first = await post(key, { body, fail: status });
    const second = await post(key, { body, fail: status });
    const other = await post(key, { body });

    expect([first.status, second.status, other.status]).toEqual([status, status, 201]);
    expect(second.headers.has('idempotency-replayed')).toBe(false);
    expect(await probesWith(service, body)).toBe(1);
  });

  it('stores answers unreadable and the key in the transaction of the change', async () => {
    const key = randomUUID();
    const { body: probe } = await post(key, { body: 'sealed' });

    const rows = await service.sql<Row>(
      `select k.answer, k.status, k.xmin::text = p.xmin::text as together, k.expires_at - now() as left
       from idempotency_keys k, probes p where k.key = $1 and p.id = $2`,
      [key, probe.id],
    );

    expect(rows[0]).toMatchObject({ status: 201, together: true });
    expect(rows[0]!.answer.includes('secret-')).toBe(false);
  });

  it('runs again when the holder died and its lease is over, and when a kept answer expired', async () => {
    const [key, body] = [randomUUID(), randomUUID()];
    await post(key, { body });
    const age = (what: string) => service.sql(`update idempotency_keys set ${what} where key = $1`, [key]);

    await age(`status = null, answer = null, leased_until = now() + interval '9 s'`);
    const running = await post(key, { body });
    await age(`leased_until = now() - interval '1 s'`);
    const anew = await post(key, { body });
    await age(`expires_at = now() - interval '1 s'`);
    const expired = await post(key, { body: `${body}!` });

    expect([running.status, anew.status, expired.status]).toEqual([409, 201, 201]);
    expect(anew.headers.has('idempotency-replayed')).toBe(false);
    expect(await probesWith(service, body)).toBe(2);
  });

  it('undoes the work of a holder that lost its lease to another', async () => {
    const [key, body] = [randomUUID(), randomUUID()];

    await service.sql('begin');
    await service.sql('lock table probes in exclusive mode'); // it cannot end before its lease is lost
    const slow = post(key, { body });
    const takeOver = `update idempotency_keys set holder = 'another' where key = $1 returning 1`;
    await until(async () => (await service.sql(takeOver, [key])).length > 0).finally(() => service.sql('commit'));

    expect((await slow).status).toBe(409);
    expect(await probesWith(service, body)).toBe(0);
  });

  it('keeps the answer of a route with transactions of its own', async () => {
    const [key, body] = [randomUUID(), randomUUID()];
    const first = await post(key, { body }, {}, '/probes/long');
    const second = await post(key, { body }, {}, '/probes/long');

    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(await probesWith(service, body)).toBe(1);
  });

  it('deletes rows hourly once their time is over', async () => {
    const key = randomUUID();
    await post(key, { body: 'old' });
    await service.sql(`update idempotency_keys set expires_at = now() - interval '1 s' where key = $1`, [key]);

    const sweep = service.app.get(SweepIdempotencyKeysJob);
    await sweep.perform();

    const rows = await service.sql<Row>('select 1 from idempotency_keys where key = $1', [key]);
    expect(rows).toEqual([]);
    expect(sweep.everySeconds).toBe(3600);
  });
});
