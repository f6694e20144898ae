import { randomUUID } from 'node:crypto';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ask } from './ask.js';
import type { Answer } from './ask.js';
import { aPerson } from '../../support/people.js';
import type { Person } from '../../support/people.js';
import { until } from '../../support/until.js';
import { createProbes, ProbeModule } from './probe-module.js';

let service: TestApp;
let user: Person;

beforeAll(async () => {
  service = await startApp({ extraModules: [ProbeModule] });
  await createProbes(service);
  user = await aPerson(service);
});
afterAll(() => service.close());

interface Seen {
  readonly path: string;
  readonly etag: string;
  readonly modified: string;
}

/** A new record as a reader saw it. */
async function aProbe(): Promise<Seen> {
  const { body } = await ask(service.url, 'POST', '/probes', { token: user.token, json: { body: 'as it was' } });
  const path = `/probes/${body.id}`;
  const { headers } = await ask(service.url, 'GET', path, { token: user.token });
  return { path, etag: headers.get('etag')!, modified: headers.get('last-modified')! };
}

const put = (path: string, headers: Record<string, string>, json: object = { body: 'changed' }): Promise<Answer> =>
  ask(service.url, 'PUT', path, { token: user.token, headers, json });

const idOf = (path: string): number => Number(path.split('/').at(-1));
const bodyOf = async (path: string): Promise<string> =>
  (await ask(service.url, 'GET', path, { token: user.token })).body.body;

const FAILED = { status: 412, body: { message: '412 Precondition Failed' } };

describe('every write with If-Match', () => {
  it('passes with the ETag of the present state, in a list of tags too', async () => {
    const { path, etag } = await aProbe();

    const alone = await put(path, { 'If-Match': etag }, { body: 'one' });
    const { headers } = await ask(service.url, 'GET', path, { token: user.token });
    const listed = await put(path, { 'If-Match': `"nonsense", ${headers.get('etag')!}` }, { body: 'two' });

    expect([alone.status, listed.status]).toEqual([200, 200]);
    expect(await bodyOf(path)).toBe('two');
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('refuses %s with a stale tag, and changes nothing', async (verb) => {
    const { path, etag } = await aProbe();
    await put(path, {}, { body: 'newer' });

    const answer = await ask(service.url, verb, path, {
      token: user.token,
      headers: { 'If-Match': etag },
      json: { body: 'lost update' },
    });

    expect(answer).toMatchObject(FAILED);
    expect(await bodyOf(path)).toBe('newer');
  });

  it('compares strongly: a weak tag never matches', async () => {
    const { path, etag } = await aProbe();

    expect(await put(path, { 'If-Match': `W/${etag}` })).toMatchObject(FAILED);
  });

  it('accepts * for anything that exists, and leaves a missing record to the route', async () => {
    const { path } = await aProbe();

    const present = await put(path, { 'If-Match': '*' });
    const missing = await put('/probes/999999', { 'If-Match': '*' });

    expect(present.status).toBe(200);
    expect(missing).toMatchObject({ status: 404, body: { message: '404 Probe Not Found' } });
  });

  it('ignores If-Unmodified-Since beside it', async () => {
    const { path, etag } = await aProbe();

    const answer = await put(path, { 'If-Match': etag, 'If-Unmodified-Since': new Date(0).toUTCString() });

    expect(answer.status).toBe(200);
  });

  it('is checked after parameters', async () => {
    const { path } = await aProbe();

    expect((await put(path, { 'If-Match': '"stale"' }, {})).status).toBe(400);
  });

  it('lets exactly one of many writers with the same tag win', async () => {
    const { path, etag } = await aProbe();
    const bodies = Array.from({ length: 8 }, () => randomUUID());

    const answers = await Promise.all(bodies.map((body) => put(path, { 'If-Match': etag }, { body, wait: 60 })));

    const winners = bodies.filter((_body, index) => answers[index]!.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
    expect(await bodyOf(path)).toBe(winners[0]);
  });

  it('notices an unconditional change that comes between read and write', async () => {
    const { path, etag } = await aProbe();

    const waits = () => service.sql('select 1 from pg_locks where not granted');
    await service.sql('begin');
    await service.sql(`update probes set body = 'plain', updated_at = clock_timestamp() where id = $1`, [idOf(path)]);
    const careful = put(path, { 'If-Match': etag }, { body: 'careful' });
    await until(async () => (await waits()).length > 0).finally(() => service.sql('commit')); // it has read the record

    expect(await careful).toMatchObject(FAILED);
    expect(await bodyOf(path)).toBe('plain');
  });

  it('reads the record as the caller of the write, however the credentials were sent', async () => {
    const { path, etag } = await aProbe();
    const inQuery = `${path}?private_token=${user.token}`;

    const good = await ask(service.url, 'PUT', inQuery, { headers: { 'If-Match': etag }, json: { body: 'by query' } });
    const stale = await ask(service.url, 'DELETE', path, {
      headers: { 'If-Match': etag },
      json: { private_token: user.token },
    });

    expect([good.status, stale.status]).toEqual([200, 412]);
  });

  it('works together with an Idempotency-Key: a refusal frees it, a success is kept', async () => {
    const { path, etag } = await aProbe();
    const headers = { 'If-Match': etag, 'Idempotency-Key': randomUUID() };

    const first = await put(path, headers);
    const again = await put(path, headers);
    const stale = { 'If-Match': etag, 'Idempotency-Key': randomUUID() };
    const refused = [await put(path, stale), await put(path, stale)];

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(refused.map(({ status, headers: h }) => [status, h.has('idempotency-replayed')])).toEqual([
      [412, false],
      [412, false],
    ]);
  });

  it('passes when the path of the write cannot be read, and reads no more than the start of a stream', async () => {
    const { path } = await aProbe();

    const blind = await put(`${path}/blind`, { 'If-Match': '"anything"' });
    const stream = (tag: string) =>
      ask(service.url, 'DELETE', `${path}/stream`, { token: user.token, headers: { 'If-Match': tag } });

    expect(blind.status).toBe(200);
    expect((await stream('"anything"')).status).toBe(412);
    expect((await stream('*')).status).toBe(204);
  });
});

describe('every write with If-Unmodified-Since', () => {
  it('refuses a record that changed later, in whole seconds; equal passes', async () => {
    const { path, modified } = await aProbe();
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();

    const late = await put(path, { 'If-Unmodified-Since': earlier });
    const equal = await put(path, { 'If-Unmodified-Since': modified });

    expect(late).toMatchObject(FAILED);
    expect(equal.status).toBe(200);
  });

  it('refuses it by every form of an HTTP date', async () => {
    const { path } = await aProbe();

    for (const date of [
      'Monday, 01-Jan-01 00:00:00 GMT',
      'Mon Jan  1 00:00:00 2001',
      'Mon, 1 Jan 2001 00:00:00 +0000',
    ]) {
      expect(await put(path, { 'If-Unmodified-Since': date })).toMatchObject(FAILED);
    }
  });

  it('ignores a date that cannot be read, also one at which a parser would guess', async () => {
    const { path } = await aProbe();

    for (const date of ['yesterday', '12', 'record 1', '1 minute ago']) {
      expect((await put(path, { 'If-Unmodified-Since': date })).status).toBe(200);
    }
  });
});

describe('POST with If-Match', () => {
  it('ignores conditional headers where they have no meaning', async () => {
    const answer = await ask(service.url, 'POST', '/probes', {
      token: user.token,
      headers: { 'If-Match': '"stale"' },
      json: { body: 'new' },
    });

    expect(answer.status).toBe(201);
  });
});
