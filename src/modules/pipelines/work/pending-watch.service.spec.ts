import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Contributions } from '../../../platform/contributions/contributions.js';
import { Readiness } from '../../../core/health/readiness.js';
import type { JobCandidatesRepository } from './job-candidates.repository.js';
import { PendingWatchService } from './pending-watch.service.js';

function aWatch() {
  const readiness = new Readiness({} as Contributions);
  const candidates = { newest: () => Promise.resolve('') } as unknown as JobCandidatesRepository;
  return { readiness, watch: new PendingWatchService(candidates, readiness) };
}

describe('PendingWatchService.wait()', () => {
  it('ends when the time is over, whenever garbage is collected', async () => {
    const { watch } = aWatch();
    const client = new AbortController();
    setFlagsFromString('--expose_gc');
    const collecting = setInterval(runInNewContext('gc') as () => void, 50);
    await watch.wait(60_000, client.signal); // the first look of a process wakes all who wait

    const waiting = watch.wait(1000, client.signal).then(() => 'ended');
    const outcome = await Promise.race([waiting, sleep(3000, 'waits', { ref: false })]);
    clearInterval(collecting);

    expect(outcome).toBe('ended');
  });

  it('ends when the client has left, and when the process stops', async () => {
    const { watch, readiness } = aWatch();
    const client = new AbortController();
    const left = watch.wait(60_000, client.signal);
    client.abort();
    await left;

    const stopped = watch.wait(60_000, new AbortController().signal);
    readiness.stop();

    await expect(stopped).resolves.toBeUndefined();
  });
});
