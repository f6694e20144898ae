import { jest } from '@jest/globals';
import { ApiError } from '../../../common/errors/api-error.js';
import { SecretBox } from '../../crypto/secret-box.js';
import { Claim } from './claim.js';
import type { IdempotencyKeysRepository } from './idempotency-keys.repository.js';

function aClaim(held = true) {
  const keys = {
    renew: jest.fn(() => Promise.resolve()),
    finish: jest.fn(() => Promise.resolve(held)),
    release: jest.fn(() => Promise.resolve()),
  };
  const claim = new Claim(keys as unknown as IdempotencyKeysRepository, new SecretBox('a key'), 7, 'me');
  return { claim, keys };
}

describe('Claim', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('renews its lease of 60 s every 20 s until the answer is known', () => {
    const { claim, keys } = aClaim();

    jest.advanceTimersByTime(65_000);
    claim.end();
    jest.advanceTimersByTime(65_000);

    expect(keys.renew).toHaveBeenCalledTimes(3);
    expect(keys.renew).toHaveBeenCalledWith(7, 'me');
  });

  it('refuses to keep an answer when the lease was lost', async () => {
    const { claim } = aClaim(false);

    await expect(claim.keep({ status: 201, text: '{}', location: null })).rejects.toMatchObject({ status: 409 });
    claim.end();
  });

  it.each([
    [400, 'finish'],
    [404, 'finish'],
    [422, 'finish'],
    [401, 'release'],
    [408, 'release'],
    [409, 'release'],
    [412, 'release'],
    [413, 'release'],
    [429, 'release'],
    [500, 'release'],
    [503, 'release'],
  ] as const)('settles a refusal with %i by %s', async (status, done) => {
    const { claim, keys } = aClaim();

    await claim.settle(new ApiError(status, { message: 'x' }));
    jest.advanceTimersByTime(65_000);

    expect(keys.finish).toHaveBeenCalledTimes(done === 'finish' ? 1 : 0);
    expect(keys.release).toHaveBeenCalledTimes(done === 'release' ? 1 : 0);
    expect(keys.renew).not.toHaveBeenCalled();
  });
});
