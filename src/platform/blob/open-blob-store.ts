import type { Env } from '../config/env.js';
import { InvalidSetting } from '../config/env-reader.js';
import { deleteAtOnce } from '../database/pausable-deletions.js';
import type { RunDeletion } from '../database/pausable-deletions.js';
import type { BlobDriver } from './blob-driver.js';
import type { BlobStore } from './blob-store.js';
import { DrivenBlobStore } from './driven-blob-store.js';
import { FilesystemDriver } from './filesystem/filesystem-driver.js';
import type { S3Timing } from './s3/s3-bucket.js';
import type { S3Keys } from './s3/s3-credentials.js';
import { parseS3Url } from './s3/s3-url.js';

export interface BlobStoreSettings {
  /** `file:<dir>` or `s3://...` (contract: core §1.1 BLOB_STORE). */
  readonly url: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
  /** For tests: timeouts and retries of requests to object storage. */
  readonly timing?: Partial<S3Timing>;
}

/** Returns the store's settings in the environment. */
export const blobStoreSettings = (env: Env): BlobStoreSettings => ({
  url: env.blobStore,
  ...(env.awsAccessKeyId === undefined ? {} : { accessKeyId: env.awsAccessKeyId }),
  ...(env.awsSecretAccessKey === undefined ? {} : { secretAccessKey: env.awsSecretAccessKey }),
  ...(env.awsSessionToken === undefined ? {} : { sessionToken: env.awsSessionToken }),
});

const TIMING: S3Timing = { attempts: 5, firstRetryMs: 100, idleMs: 60_000 };

/**
 * Opens the store configured by BLOB_STORE. It does not connect yet: `probe` tells whether it works. Throws
 * {@link InvalidSetting}, one sentence without a secret, for invalid settings.
 */
export async function openBlobStore(
  settings: BlobStoreSettings,
  deletion: RunDeletion = deleteAtOnce,
): Promise<BlobStore> {
  return new DrivenBlobStore(await openBlobDriver(settings), deletion);
}

/** Like {@link openBlobStore}, but returns only the driver. */
export async function openBlobDriver(settings: BlobStoreSettings): Promise<BlobDriver> {
  const { url } = settings;
  if (url.startsWith('s3://')) {
    return s3Driver(settings);
  }
  return new FilesystemDriver(directoryOf(url));
}

/** Returns the directory of a file store; null for object storage. */
export const fileStoreDirectory = ({ url }: BlobStoreSettings): string | null =>
  url.startsWith('s3://') ? null : directoryOf(url);

function directoryOf(url: string): string {
  const directory = /^file:(?:\/\/(?=\/))?([^].*)$/.exec(url)?.[1];
  if (directory === undefined || directory.startsWith('//')) {
    throw new InvalidSetting('BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]');
  }
  return directory;
}

async function s3Driver(settings: BlobStoreSettings): Promise<BlobDriver> {
  const location = parseS3Url(settings.url);
  const keys = keysIn(settings);
  const { openS3Driver } = await import('./s3/open-s3-driver.js'); // the AWS SDK is megabytes
  return openS3Driver(location, { ...TIMING, ...settings.timing }, keys);
}

/** Returns the configured keys; undefined without any, so that they are looked up elsewhere. */
function keysIn({ accessKeyId, secretAccessKey, sessionToken }: BlobStoreSettings): S3Keys | undefined {
  if (!accessKeyId && !secretAccessKey) {
    return undefined;
  }
  if (!accessKeyId || !secretAccessKey) {
    throw new InvalidSetting('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together');
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}
