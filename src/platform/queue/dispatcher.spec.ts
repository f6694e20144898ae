import { setTimeout as sleep } from 'node:timers/promises';
import type { Contributions } from '../contributions/contributions.js';
import { Dispatcher } from './dispatcher.js';
import type { JobRegistry } from './job-registry.js';
import type { JobTransport } from './job-transport.js';
import type { Outbox } from './outbox.js';
import { WakeUp } from './wake-up.js';

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
  it('looks once for jobs of changes that come one upon another', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    for (let change = 0; change < 50; change++) {
      wakeUp.notify();
      await Promise.resolve();
    }
    await sleep(100);
    await dispatcher.stop(0);

    expect(claims).toHaveLength(2);
  });

  it('looks once for jobs of changes right after it has looked', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    await new Promise(setImmediate);
    wakeUp.notify();
    await new Promise(setImmediate);
    const atOnce = claims.length;
    await sleep(100);
    await dispatcher.stop(0);

    expect([atOnce, claims.length]).toEqual([1, 2]);
  });

  it('looks for jobs when it is started again, also where it was stopped between two looks', async () => {
    const { claims, wakeUp, dispatcher } = aDispatcher();
    dispatcher.start();
    wakeUp.notify();
    await new Promise(setImmediate);
    await dispatcher.stop(0);
    const before = claims.length;
    dispatcher.start();
    await sleep(50);
    await dispatcher.stop(0);

    expect(claims.length).toBeGreaterThan(before);
  });
});
