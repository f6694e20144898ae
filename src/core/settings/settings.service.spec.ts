import { jest } from '@jest/globals';
import type { Database } from '../../platform/database/database.js';
import type { Settings } from './settings.js';
import type { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

describe('SettingsService.current()', () => {
  it('asks again within 2 s of asking, however long the answer took', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const load = jest.fn(() => {
      jest.advanceTimersByTime(1000); // the database is slow
      return Promise.resolve({} as Settings);
    });
    const database = { shared: (work: () => Promise<Settings>) => work() } as unknown as Database;
    const service = new SettingsService({ load } as unknown as SettingsRepository, database);

    await service.current();
    await service.current();
    const before = load.mock.calls.length;
    jest.advanceTimersByTime(999);
    await service.current();
    jest.useRealTimers();

    expect(before).toBe(1);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
