import { jest } from '@jest/globals';
import sql from 'sql-template-tag';
import type { Contributions } from '../contributions/contributions.js';
import { DuePoll } from './due-poll.js';
import { Dispatcher } from './dispatcher.js';
import type { JobRegistry } from './job-registry.js';
import type { JobTransport } from './job-transport.js';
import type { Outbox } from './outbox.js';
import { WakeUp } from './wake-up.js';

/** Longer than jobs of changes are gathered, and shorter than the next question for what is due. */
const GATHERED_MS = 100;
/** The next question for what is due comes after it. */
const POLLED_MS = 1100;

/** What the database says is due. */
interface Due {
  job: boolean;
  recurring: boolean;
}

/** A dispatcher of nothing, the moments at which it looked for jobs, and how often it enqueued recurring ones. */
function aDispatcher() {
  const claims: number[] = [];
  const due: Due = { job: false, recurring: false };
  const enqueued: number[] = [];
  const transport = {
    start: () => undefined,
    capacity: () => Promise.resolve(1),
    capacityFor: () => 1,
    claim: () => {
      claims.push(performance.now());
      return Promise.resolve({ rows: [], leftMore: false });
    },
    deliver: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    probe: () => Promise.resolve(),
  } as unknown as JobTransport;
  const registry = { names: () => ['a job'], recurring: () => [] } as unknown as JobRegistry;
  const outbox = {
    areDue: () => Promise.resolve([due.recurring, due.job]),
    isRecurringDue: () => sql`true`,
    isAnyDue: sql`true`,
    enqueueRecurring: () => {
      enqueued.push(performance.now());
      return Promise.resolve();
    },
  } as unknown as Outbox;
  const contributions = { to: () => [] } as unknown as Contributions;
  const wakeUp = new WakeUp();
  const poll = new DuePoll(outbox);
  return {
    claims,
    due,
    enqueued,
    wakeUp,
    dispatcher: new Dispatcher(outbox, registry, transport, wakeUp, contributions, poll),
  };
}

describe('Dispatcher', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('looks once for jobs of changes that come one upon another', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    for (let change = 0; change < 50; change++) {
      wakeUp.notify();
      await Promise.resolve();
    }
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    await dispatcher.stop(0);

    expect(claims).toHaveLength(2);
  });

  it('looks once for jobs of changes right after it has looked', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(0);
    wakeUp.notify();
    await jest.advanceTimersByTimeAsync(1);
    const atOnce = claims.length;
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    await dispatcher.stop(0);

    expect([atOnce, claims.length]).toEqual([1, 2]);
  });

  it('looks for jobs of a change at once after a pause', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    const before = claims.length;
    wakeUp.notify();
    await jest.advanceTimersByTimeAsync(0);
    const after = claims.length;
    await dispatcher.stop(0);

    expect([before, after]).toEqual([1, 2]);
  });

  it('looks for jobs when it is started again, also where it was stopped between two looks', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    wakeUp.notify();
    await jest.advanceTimersByTimeAsync(0);
    await dispatcher.stop(0);
    const before = claims.length;
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    await dispatcher.stop(0);

    expect(claims.length).toBeGreaterThan(before);
  });

  it('looks for no jobs while none is due', async () => {
    const { claims, dispatcher } = aDispatcher();
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(3 * POLLED_MS);
    await dispatcher.stop(0);

    expect(claims).toHaveLength(1);
  });

  it('looks within a second for a job that another process has enqueued, or whose time has come', async () => {
    const { claims, due, dispatcher } = aDispatcher();
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    due.job = true;
    await jest.advanceTimersByTimeAsync(POLLED_MS);
    await dispatcher.stop(0);

    expect(claims).toHaveLength(2);
  });

  it('enqueues the recurring jobs when one is due, and looks for them at once', async () => {
    const { claims, due, enqueued, dispatcher } = aDispatcher();
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    due.recurring = true;
    await jest.advanceTimersByTimeAsync(POLLED_MS - GATHERED_MS);
    await dispatcher.stop(0);

    expect([enqueued.length, claims.length]).toEqual([1, 2]);
  });

  it('asks for nothing after it was stopped', async () => {
    const { claims, due, dispatcher } = aDispatcher();
    dispatcher.start();
    await jest.advanceTimersByTimeAsync(GATHERED_MS);
    await dispatcher.stop(0);
    due.job = true;
    await jest.advanceTimersByTimeAsync(POLLED_MS);

    expect(claims).toHaveLength(1);
  });
});
