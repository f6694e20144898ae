import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Contributions } from '../../../platform/contributions/contributions.js';
import { Readiness } from '../../../core/health/readiness.js';
import type { JobCandidatesRepository } from './job-candidates.repository.js';
import { PendingWatchService } from './pending-watch.service.js';

/** Of jobs that are `pending`, the newest first. */
function aWatch(pending: string[] = []) {
  const readiness = new Readiness({} as Contributions);
  const candidates = { newest: () => Promise.resolve([...pending]) } as unknown as JobCandidatesRepository;
  return { readiness, watch: new PendingWatchService(candidates, readiness) };
}

describe('PendingWatchService.wait()', () => {
  it('ends when the time is over, whenever garbage is collected', async () => {
    const { watch } = aWatch();
    const client = new AbortController();
    setFlagsFromString('--expose_gc');
    const collecting = setInterval(runInNewContext('gc') as () => void, 50);
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

  it('ends when a job is seen that became pending before one that was seen earlier', async () => {
    const pending = ['12:00:02 job 2'];
    const { watch } = aWatch(pending);
    const client = new AbortController();
    await watch.wait(60_000, client.signal); // job 2
    const waiting = watch.wait(60_000, client.signal).then(() => 'ended');

    pending.push('12:00:01 job 1');
    const outcome = await Promise.race([waiting, sleep(10_000, 'waits', { ref: false })]);
    client.abort();

    expect(outcome).toBe('ended');
  });

  it('ends at once when a job was seen since the caller looked for one', async () => {
    const pending: string[] = [];
    const { watch } = aWatch(pending);
    const client = new AbortController();
    const { count } = watch;
    const other = watch.wait(60_000, client.signal);
    pending.push('12:00:01 job 1');
    await other;

    const late = watch.wait(60_000, client.signal, count).then(() => 'ended');
    const outcome = await Promise.race([late, sleep(10_000, 'waits', { ref: false })]);
    client.abort();

    expect(outcome).toBe('ended');
  });

  it('does not end when a job is taken', async () => {
    const pending = ['12:00:02 job 2', '12:00:01 job 1'];
    const { watch } = aWatch(pending);
    const client = new AbortController();
    await watch.wait(60_000, client.signal);
    const waiting = watch.wait(60_000, client.signal).then(() => 'ended');

    pending.shift();
    const outcome = await Promise.race([waiting, sleep(1500, 'waits', { ref: false })]);
    client.abort();

    expect(outcome).toBe('waits');
  });
});
