import type { Env } from '../config/env.js';
import { InvalidSetting } from '../config/env-reader.js';
import { deleteAtOnce } from '../database/pausable-deletions.js';
import type { RunDeletion } from '../database/pausable-deletions.js';
import type { BlobDriver } from './blob-driver.js';
import type { BlobStore } from './blob-store.js';
import { DrivenBlobStore } from './driven-blob-store.js';
import { FilesystemDriver } from './filesystem/filesystem-driver.js';
import type { S3Timing } from './s3/s3-client.js';
import { S3Client } from './s3/s3-client.js';
import { S3Driver } from './s3/s3-driver.js';
import { parseS3Url } from './s3/s3-url.js';

export interface BlobStoreSettings {
  /** `file:<dir>` or `s3://...` (contract: core §1.1 BLOB_STORE). */
  readonly url: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** For tests: the present moment, and how patient requests to object storage are. */
  readonly timing?: Partial<S3Timing>;
}

/** What the environment says of the store. */
export const blobStoreSettings = ({ blobStore, awsAccessKeyId, awsSecretAccessKey }: Env): BlobStoreSettings => ({
  url: blobStore,
  ...(awsAccessKeyId === undefined ? {} : { accessKeyId: awsAccessKeyId }),
  ...(awsSecretAccessKey === undefined ? {} : { secretAccessKey: awsSecretAccessKey }),
});

const TIMING: S3Timing = { now: () => new Date(), attempts: 5, firstRetryMs: 100, idleMs: 60_000 };

/**
 * The store that BLOB_STORE names. Touches nothing yet: `probe` tells whether it works. Throws {@link InvalidSetting},
 * one sentence without a secret, for settings that cannot be.
 */
export function openBlobStore(settings: BlobStoreSettings, deletion: RunDeletion = deleteAtOnce): BlobStore {
  return new DrivenBlobStore(driverFor(settings), deletion);
}

function driverFor(settings: BlobStoreSettings): BlobDriver {
  const { url } = settings;
  if (url.startsWith('s3://')) {
    return s3Driver(settings);
  }
  return new FilesystemDriver(directoryOf(url));
}

/** The directory of a file store; null when the bytes lie in object storage. */
export const fileStoreDirectory = ({ url }: BlobStoreSettings): string | null =>
  url.startsWith('s3://') ? null : directoryOf(url);

function directoryOf(url: string): string {
  const directory = /^file:(?:\/\/(?=\/))?([^].*)$/.exec(url)?.[1];
  if (directory === undefined || directory.startsWith('//')) {
    throw new InvalidSetting('BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]');
  }
  return directory;
}

function s3Driver({ url, accessKeyId, secretAccessKey, timing }: BlobStoreSettings): BlobDriver {
  const { prefix, ...target } = parseS3Url(url);
  if (!accessKeyId || !secretAccessKey) {
    throw new InvalidSetting('BLOB_STORE s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  return new S3Driver(new S3Client({ ...target, accessKeyId, secretAccessKey }, { ...TIMING, ...timing }), prefix);
}
