import { jest } from '@jest/globals';
import type { Contributions } from '../contributions/contributions.js';
import { Dispatcher } from './dispatcher.js';
import type { JobRegistry } from './job-registry.js';
import type { JobTransport } from './job-transport.js';
import type { Outbox } from './outbox.js';
import { WakeUp } from './wake-up.js';

/** Longer than jobs of changes are gathered, and shorter than the next look without a change. */
const GATHERED_MS = 100;

/** A dispatcher of nothing, and the moments at which it looked for jobs. */
function aDispatcher() {
  const claims: number[] = [];
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
  const outbox = { enqueueRecurring: () => Promise.resolve() } as unknown as Outbox;
  const contributions = { to: () => [] } as unknown as Contributions;
  const wakeUp = new WakeUp();
  return { claims, wakeUp, dispatcher: new Dispatcher(outbox, registry, transport, wakeUp, contributions) };
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
});
