import { settledWithin } from './settled-within.js';

describe('settledWithin', () => {
  it('waits for all, also where one fails', async () => {
    const ended: string[] = [];
    const later = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => ended.push('later'));

    await settledWithin(60_000, [Promise.reject(new Error('no')), later]);

    expect(ended).toEqual(['later']);
  });

  it('does not wait longer than it may', async () => {
    const never = new Promise(() => undefined);

    await expect(settledWithin(10, [never])).resolves.toBeUndefined();
  });
});
