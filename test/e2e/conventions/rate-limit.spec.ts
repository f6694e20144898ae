import { SettingsService } from '../../../src/core/settings/settings.service.js';
import type { Settings } from '../../../src/core/settings/settings.js';
import { RateCounters, windowAt } from '../../../src/platform/http/rate-limit/rate-counters.js';
import { RedisRateCounters } from '../../../src/platform/http/rate-limit/redis-rate-counters.js';
import { SweepRateCountersJob } from '../../../src/platform/http/rate-limit/sweep-rate-counters.job.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ask } from './ask.js';
import type { Answer } from './ask.js';
import { aPerson, aToken } from '../../support/people.js';
import { RedisServer } from '../../support/redis.js';
import { createProbes, ProbeModule } from './probe-module.js';

/** So long that no test crosses the end of its window. */
const PERIOD = 10_000_000;
type Row = Record<string, unknown>;

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ extraModules: [ProbeModule] });
  await createProbes(service);
});
afterAll(() => service.close());
beforeEach(() => service.sql('truncate rate_counters'));

const set = (changes: Partial<Settings>) => service.app.get(SettingsService).change(changes);
const limitAnonymous = (requests: number) =>
  set({
    throttleAuthenticatedApiEnabled: false,
    throttleUnauthenticatedApiEnabled: true,
    throttleUnauthenticatedApiRequestsPerPeriod: requests,
    throttleUnauthenticatedApiPeriodInSeconds: PERIOD,
    throttleUserAllowlist: [],
  });
const limitUsers = (requests: number, allowed: string[] = []) =>
  set({
    throttleUnauthenticatedApiEnabled: false,
    throttleAuthenticatedApiEnabled: true,
    throttleAuthenticatedApiRequestsPerPeriod: requests,
    throttleAuthenticatedApiPeriodInSeconds: PERIOD,
    throttleUserAllowlist: allowed,
  });
const user = (token?: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(service.url, 'GET', '/user', { ...(token === undefined ? {} : { token }), headers });
const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();
const limits = ({ headers }: Answer): Record<string, string | null> =>
  Object.fromEntries(
    ['limit', 'observed', 'remaining', 'reset', 'name'].map((n) => [n, headers.get(`ratelimit-${n}`)]),
  );

describe('every route without a rate limit', () => {
  it('sends no headers and counts nothing', async () => {
    await set({ throttleUnauthenticatedApiEnabled: false, throttleAuthenticatedApiEnabled: false });
    const { token } = await aPerson(service);

    const answer = await user(token);

    expect(limits(answer)).toEqual({ limit: null, observed: null, remaining: null, reset: null, name: null });
    expect(await service.sql('select 1 from rate_counters')).toEqual([]);
  });
});

describe('every route with the rate limit of signed-in callers', () => {
  it('accepts exactly the limit, over all tokens of a user, and sends the usage with every answer', async () => {
    await limitUsers(5);
    const { id, token } = await aPerson(service);
    const other = await aToken(service, id, ['api']);

    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => user(n % 2 === 0 ? token : other)));

    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(5);
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(7);
    const reset = String((Math.floor(Date.now() / 1000 / PERIOD) + 1) * PERIOD);
    const first = answers.find(({ headers }) => headers.get('ratelimit-observed') === '1')!;
    expect(limits(first)).toEqual({ limit: '5', observed: '1', remaining: '4', reset, name: null });
    const last = answers.find(({ headers }) => headers.get('ratelimit-observed') === '12')!;
    expect(last.body).toEqual({ message: '429 Too Many Requests' });
    expect(limits(last)).toEqual({
      limit: '5',
      observed: '12',
      remaining: '0',
      reset,
      name: 'throttle_authenticated_api',
    });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(1);
  });

  it('counts errors as well as successes, and sends its headers with them', async () => {
    await limitUsers(2);
    const { token } = await aPerson(service);

    const missing = await ask(service.url, 'GET', '/users/999999', { token });

    expect(missing.status).toBe(404);
    expect(missing.headers.get('ratelimit-observed')).toBe('1');
  });

  it('counts the real user under sudo', async () => {
    await limitUsers(2);
    const admin = await aPerson(service, { isAdmin: true, scopes: ['api', 'sudo'] });
    const target = await aPerson(service);

    const answers = [1, 2, 3].map(() => user(admin.token, { Sudo: target.username }));

    expect(statuses(await Promise.all(answers))).toEqual([200, 200, 429]);
    expect((await user(target.token)).headers.get('ratelimit-observed')).toBe('1');
  });

  it('exempts users on the allowlist, whatever the case, and callers without credentials', async () => {
    const { username, token } = await aPerson(service);
    await limitUsers(1, [username.toUpperCase()]);

    const answers = await Promise.all([user(token), user(token), user(), user()]);

    expect(statuses(answers)).toEqual([200, 200, 401, 401]);
    expect(answers.every(({ headers }) => !headers.has('ratelimit-limit'))).toBe(true);
  });

  it('does not count the read of the record in a conditional write', async () => {
    await limitUsers(100);
    const { token } = await aPerson(service);
    const { body } = await ask(service.url, 'POST', '/probes', { token, json: { body: 'x' } });
    const change = { token, headers: { 'If-Match': '*' }, json: { body: 'y' } };

    const answer = await ask(service.url, 'PUT', `/probes/${body.id}`, change);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-observed')).toBe('2');
  });
});

describe('every route with the rate limit of anonymous callers', () => {
  it('counts requests without credentials and with refused ones on their address', async () => {
    await limitAnonymous(3);
    const { token } = await aPerson(service);

    const answers = [await user(), await user('slpat_wrong'), await user(), await user('slpat_wrong'), await user()];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    expect(answers.map((answer) => limits(answer).observed)).toEqual(['1', '2', '3', '4', '5']);
    expect(limits(answers[4]!).name).toBe('throttle_unauthenticated_api');
    expect((await user(token)).status).toBe(200);
  });

  it('counts a blocked account on its address', async () => {
    await limitAnonymous(1);
    const { token } = await aPerson(service, { state: 'blocked' });

    expect([(await user(token)).status, (await user(token)).status]).toEqual([403, 429]);
  });

  it('shares the count between all processes', async () => {
    await limitAnonymous(3);
    const secondInstance = await service.secondInstance();

    const answers = await Promise.all(
      [service, secondInstance, service, secondInstance, service].map(({ url }) => ask(url, 'GET', '/user')),
    );
    await secondInstance.close();

    expect(statuses(answers)).toEqual([401, 401, 401, 429, 429]);
  });
});

describe('RateCounters in the database', () => {
  countersCount(() => service.app.get(RateCounters));
});

describe('RateCounters in Redis', () => {
  let redis: RedisServer;
  let counters: RedisRateCounters;

  beforeAll(async () => {
    redis = await RedisServer.start();
    counters = new RedisRateCounters(redis.url, service.app.get(RateCounters));
    await counters.ready();
  });
  afterAll(async () => {
    counters.onApplicationShutdown();
    await redis.stop();
  });

  countersCount(() => counters);

  it('end with their window', async () => {
    const window = windowAt('short', 1, Date.now());
    await counters.hit(window);

    await new Promise((resolve) => setTimeout(resolve, 1100));

    expect(await counters.count(window)).toBe(0);
  });

  it('count in a window that is over by the clock of Redis', async () => {
    const window = windowAt('behind', 60, Date.now() - 600_000);

    expect([await counters.hit(window), await counters.hit(window), await counters.count(window)]).toEqual([1, 2, 2]);
  });

  it('use the database while Redis is away, and Redis again when it returns', async () => {
    const window = windowAt('away', 1000, Date.now());
    await counters.hit(window);
    await redis.stop();
    const away = [await counters.hit(window), await counters.hit(window), await counters.count(window)];
    await redis.restart();
    await counters.ready();

    expect(away).toEqual([1, 2, 2]);
    expect(await counters.count(window)).toBe(0);
  });
});

/** What every kind of counter promises. */
function countersCount(counters: () => RateCounters): void {
  it('count atomically', async () => {
    const window = windowAt('parallel', 1000, Date.now());

    const counts = await Promise.all(Array.from({ length: 30 }, () => counters().hit(window)));

    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    expect(await counters().count(window)).toBe(30);
  });

  it('keep windows and names apart, and start at nothing', async () => {
    const [now, next] = [windowAt('a', 1000, Date.now()), windowAt('a', 1000, Date.now() + 1_000_000)];
    await counters().hit(now);

    expect(await counters().hit(next)).toBe(1);
    expect(await counters().count(windowAt('b', 1000, Date.now()))).toBe(0);
  });
}

describe('SweepRateCountersJob', () => {
  it('deletes counters whose window is over', async () => {
    const counters = service.app.get(RateCounters);
    await counters.hit(windowAt('old', 1, 0));
    await counters.hit(windowAt('new', 1000, Date.now()));

    await service.app.get(SweepRateCountersJob).perform();

    const rows = await service.sql<Row>('select name from rate_counters');
    expect(rows).toEqual([{ name: 'new / 1000 s' }]);
  });
});
