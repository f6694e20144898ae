import { Clock } from '../../common/time/clock.js';
import { RateCounters } from '../../platform/http/rate-limit/rate-counters.js';
import type { Window } from '../../platform/http/rate-limit/rate-counters.js';
import type { AccessSettings } from './access-settings.js';
import { PasswordChecks } from './password-checks.js';

class CountersInMemory extends RateCounters {
  readonly hits = new Map<string, number>();

  override hit({ name, start }: Window): Promise<number> {
    const now = (this.hits.get(`${name} ${start}`) ?? 0) + 1;
    this.hits.set(`${name} ${start}`, now);
    return Promise.resolve(now);
  }

  override count({ name, start }: Window): Promise<number> {
    return Promise.resolve(this.hits.get(`${name} ${start}`) ?? 0);
  }
}

class StoppedClock extends Clock {
  seconds = 1_000_000;

  override now(): Date {
    return new Date(this.seconds * 1000);
  }
}

function someChecks(passwordFailuresPerMinute: number) {
  const settings = { current: () => Promise.resolve({ passwordFailuresPerMinute }) } as unknown as AccessSettings;
  const clock = new StoppedClock();
  const counters = new CountersInMemory();
  return { checks: new PasswordChecks(settings, counters, clock), clock, counters };
}

const wrong = () => Promise.resolve(null);
const right = () => Promise.resolve('welcome');
const outcomes = async (attempts: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(attempts)).map((attempt) =>
    attempt.status === 'fulfilled' ? attempt.value : (attempt.reason as { status: number }).status,
  );

describe('PasswordChecks', () => {
  it('gives exactly as many wrong answers as the limit says, however parallel the guesses are', async () => {
    const { checks } = someChecks(3);

    const answers = await outcomes(Array.from({ length: 8 }, () => checks.attempt('root', '10.0.0.1', wrong)));

    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(answers.filter((answer) => answer === 429)).toHaveLength(5);
  });

  it('does not tell a right password from a wrong one once the limit is reached', async () => {
    const { checks } = someChecks(1);
    await checks.attempt('root', '10.0.0.1', wrong);

    expect(await outcomes([checks.attempt('root', '10.0.0.1', right)])).toEqual([429]);
  });

  it('counts failures only: many right passwords at once are fine', async () => {
    const { checks } = someChecks(3);

    const answers = await outcomes(Array.from({ length: 20 }, () => checks.attempt('root', '10.0.0.1', right)));

    expect(new Set(answers)).toEqual(new Set(['welcome']));
  });

  it('counts a login whatever its case, apart from other logins, addresses and minutes', async () => {
    const { checks, clock } = someChecks(1);
    await checks.attempt('root', '10.0.0.1', wrong);

    expect(await outcomes([checks.attempt(' ROOT ', '10.0.0.1', right)])).toEqual([429]);
    expect(await checks.attempt('mary', '10.0.0.1', right)).toBe('welcome');
    expect(await checks.attempt('root', '10.0.0.2', right)).toBe('welcome');
    clock.seconds += 60;
    expect(await checks.attempt('root', '10.0.0.1', right)).toBe('welcome');
  });

  it('counts the addresses of one IPv6 network together', async () => {
    const { checks } = someChecks(1);
    await checks.attempt('root', '2001:db8:1:2::3', wrong);

    expect(await outcomes([checks.attempt('root', '2001:db8:1:2:ffff::4', right)])).toEqual([429]);
    expect(await checks.attempt('root', '2001:db8:1:3::3', right)).toBe('welcome');
  });

  it('limits an address to 300 failures over all logins', async () => {
    const { checks } = someChecks(10);

    const answers = await outcomes(Array.from({ length: 302 }, (_, n) => checks.attempt(`u${n}`, '10.0.0.1', wrong)));

    expect(answers.filter((answer) => answer === 429)).toHaveLength(2);
    expect(await outcomes([checks.attempt('root', '10.0.0.2', right)])).toEqual(['welcome']);
  });

  it('keeps no login readable in its counters', async () => {
    const { checks, counters } = someChecks(10);
    await checks.attempt('hunter2', '10.0.0.1', wrong);

    expect([...counters.hits.keys()].join()).not.toContain('hunter2');
  });
});
