import { jest } from '@jest/globals';
import type { Database } from '../../../platform/database/database.js';
import { steadyMillis } from '../../../common/time/steady-millis.js';
import type { Repository } from '../repository.js';
import type { RepositoriesRepository } from '../storages/repositories.repository.js';
import type { ProcessIdentity } from './process-identity.js';
import type { RepositoryLeasesRepository } from './repository-leases.repository.js';
import { RepositoryLeasesService } from './repository-leases.service.js';

const REPOSITORY = { id: 7, snippetId: null, storage: 'default' } as unknown as Repository;
/** The process is stopped for so long, and its timers with it. */
const STOPPED_MS = 40_000;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Leases of a repository that lies, and is read-only, as `present` says at the moment. */
function leasesOf(present: { storage: string; isReadOnly: boolean }) {
  let taken = 0;
  const rows = {
    takeWrite: () => Promise.resolve({ lease: present.isReadOnly ? null : (taken += 1), storage: present.storage }),
    delete: () => Promise.resolve(),
  } as unknown as RepositoryLeasesRepository;
  const run = <T>(work: () => Promise<T>): Promise<T> => work();
  const database = { detached: run, relaxedly: run } as unknown as Database;
  const repositories = { findById: () => Promise.resolve(REPOSITORY) } as unknown as RepositoriesRepository;
  return new RepositoryLeasesService(rows, repositories, { owner: 'this' } as ProcessIdentity, database);
}

/** What becomes of a write whose process is stopped before it moves refs. */
function writeStopped(present: { storage: string; isReadOnly: boolean }, meanwhile: () => void) {
  const leases = leasesOf(present);
  return leases.writing(REPOSITORY, async (repository) => {
    jest.advanceTimersByTime(STOPPED_MS);
    meanwhile();
    return (await leases.writtenUntil(repository)) - steadyMillis();
  });
}

describe('a write whose process was stopped until its lease had run out', () => {
  it('goes on under another lease where nobody moves the repository', async () => {
    const left = await writeStopped({ storage: 'default', isReadOnly: false }, () => undefined);

    expect(left).toBe(30_000);
  });

  it('is refused while the repository is moved', async () => {
    const present = { storage: 'default', isReadOnly: false };

    const written = writeStopped(present, () => {
      present.isReadOnly = true;
    });

    await expect(written).rejects.toMatchObject({ status: 403 });
  });

  it('is refused where the repository lies elsewhere by now', async () => {
    const present = { storage: 'default', isReadOnly: false };

    const written = writeStopped(present, () => {
      present.storage = 'second';
    });

    await expect(written).rejects.toMatchObject({ status: 503 });
  });

  it('says 503 where it fails since what it writes to is not there any more', async () => {
    const leases = leasesOf({ storage: 'default', isReadOnly: false });

    const written = leases.writing(REPOSITORY, () => {
      jest.advanceTimersByTime(STOPPED_MS);
      return Promise.reject(new Error('ENOENT'));
    });

    await expect(written).rejects.toMatchObject({ status: 503 });
  });
});
