import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { openBlobStore } from '../../../src/platform/blob/open-blob-store.js';
import { S3Server } from '../../support/s3-server.js';

/** Somewhere bytes can lie, which outlives the stores opened on it. */
export interface BlobStoreCase {
  /** A store that knows nothing but what lies there, as after a restart. */
  open(): Promise<BlobStore>;
  /** Objects that take space, finished or not. */
  count(): Promise<number>;
  close(): Promise<void>;
}

export async function filesystemStore(): Promise<BlobStoreCase> {
  const directory = await mkdtemp(join(tmpdir(), 'blob-store-'));
  return {
    open: () => openBlobStore({ url: `file:${directory}` }),
    count: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

export async function s3Store(): Promise<BlobStoreCase> {
  const server = await S3Server.start({ pageSize: 3 });
  const timing = { firstRetryMs: 1 };
  return {
    open: () => openBlobStore({ ...server.settings('some/prefix'), timing }),
    count: () => Promise.resolve(server.files.objects.size + server.files.multiparts.size),
    close: () => server.stop(),
  };
}
