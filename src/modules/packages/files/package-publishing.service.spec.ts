import { jest } from '@jest/globals';
import type { BlobStore } from '../../../platform/blob/blob-store.js';
import type { Env } from '../../../platform/config/env.js';
import type { Database } from '../../../platform/database/database.js';
import { PackagePublishingService } from './package-publishing.service.js';
import type { Publication } from './package-publishing.service.js';
import type { PublishingRepository } from './publishing.repository.js';
import type { StoredContent } from './stored-content.js';

const CONTENT: StoredContent = { storeKey: 'key', size: 1, md5: '', sha1: '', sha256: '', sha512: '' };

/** No row names the bytes yet. */
function aService(failure: Error) {
  const remove = jest.fn(() => Promise.resolve());
  const service = new PackagePublishingService(
    { keeps: () => Promise.resolve(false) } as unknown as PublishingRepository,
    { delete: remove } as unknown as BlobStore,
    { transaction: () => Promise.reject(failure) } as unknown as Database,
    {} as Env,
  );
  return { service, remove };
}

describe('PackagePublishingService', () => {
  it('keeps the bytes when the connection is lost, because the commit may still be under way', async () => {
    const failure = new Error('Connection terminated unexpectedly');
    const { service, remove } = aService(failure);

    await expect(service.publish({} as Publication, CONTENT)).rejects.toBe(failure);
    await service.drop(CONTENT);

    expect(remove).not.toHaveBeenCalled();
  });

  it('removes the bytes of what the database refused', async () => {
    const failure = Object.assign(new Error('duplicate key'), { code: '23505' });
    const { service, remove } = aService(failure);

    await expect(service.publish({} as Publication, { ...CONTENT })).rejects.toBe(failure);

    expect(remove).toHaveBeenCalledWith('key');
  });
});
