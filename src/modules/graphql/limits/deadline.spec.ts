import { setTimeout as sleep } from 'node:timers/promises';
import { RunningReads } from '../../../platform/database/running-reads.js';
import { DeadlinePassed, withDeadline } from './deadline.js';

const READER = { destroyed: false };

describe('withDeadline', () => {
  it('answers what the work answers in time', async () => {
    await expect(withDeadline(1000, READER, () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('passes on what the work throws', async () => {
    await expect(withDeadline(1000, READER, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('gives up when the time is over, and ends the statements under way', async () => {
    const reads = new RunningReads();
    const client = { isEnded: false, end: () => (client.isEnded = true) };
    const statement = () => reads.run(client as never, () => new Promise<void>(() => undefined));

    await expect(withDeadline(20, READER, statement)).rejects.toThrow(DeadlinePassed);
    await sleep(700);
    reads.stop();

    expect(client.isEnded).toBe(true);
  });
});
