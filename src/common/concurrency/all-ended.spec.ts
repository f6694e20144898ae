import { setTimeout as sleep } from 'node:timers/promises';
import { allEnded } from './all-ended.js';

const failsAfter = async (ms: number, text: string): Promise<never> => {
  await sleep(ms);
  throw new Error(text);
};

describe('allEnded', () => {
  it('returns the results in the order of the steps', async () => {
    expect(await allEnded([sleep(5, 'slow'), Promise.resolve('fast'), 3])).toEqual(['slow', 'fast', 3]);
  });

  it('throws the error of the first step that failed, though another failed before it', async () => {
    await expect(allEnded([failsAfter(5, 'first'), failsAfter(0, 'second')])).rejects.toThrow('first');
  });

  it('throws only when the other steps have ended', async () => {
    let hasEnded = false;
    const other = sleep(5).then(() => (hasEnded = true));

    await expect(allEnded([failsAfter(0, 'early'), other])).rejects.toThrow('early');

    expect(hasEnded).toBe(true);
  });
});
