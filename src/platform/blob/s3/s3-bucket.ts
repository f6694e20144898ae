import { S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { credentialsOfEnvironment } from './s3-credentials.js';
import type { S3Keys } from './s3-credentials.js';
import { limitAnswers } from './limit-answers.js';
import { s3ErrorFrom } from './s3-error.js';
import { S3Retries } from './s3-retries.js';
import type { RetryTiming } from './s3-retries.js';
import type { S3Location } from './s3-url.js';

export interface S3Timing extends RetryTiming {
  /** Silence on the connection after which an attempt has failed. */
  readonly idleMs: number;
}

/** One bucket: its name, which every command contains, and its clients. */
export interface S3Bucket {
  readonly name: string;
  /** Retries after 5xx, 429, broken connections and silence; other refusals throw `S3Error` at once. */
  readonly client: S3Client;
  /** The same client without retries. */
  readonly probe: S3Client;
}

/** Prepares clients for a bucket without connecting. Without keys the environment's credentials are used. */
export function openS3Bucket(location: S3Location, timing: S3Timing, keys?: S3Keys): S3Bucket {
  const config = configOf(location, timing, keys);
  const client = clientOf(config, timing);
  const probe = clientOf({ ...config, requestHandler: client.config.requestHandler }, { ...timing, attempts: 1 });
  return { name: location.bucket, client, probe };
}

function configOf({ endpoint, region, pathStyle }: S3Location, { idleMs }: S3Timing, keys?: S3Keys): S3ClientConfig {
  // No limit of sockets: a download holds one as long as its reader takes.
  const agent = { keepAlive: true, maxSockets: Infinity };
  const requestHandler = { httpAgent: agent, httpsAgent: agent, connectionTimeout: idleMs, socketTimeout: idleMs };
  return {
    endpoint: endpoint.origin,
    region,
    forcePathStyle: pathStyle,
    credentials: keys ?? credentialsOfEnvironment({ region, requestHandler }),
    requestHandler,
    // Many storages do not support checksums in trailers and `Expect`; the signature covers the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // The endpoint is given explicitly; neither the environment nor a profile may change it.
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
  };
}

function clientOf(config: S3ClientConfig, timing: RetryTiming): S3Client {
  const retryStrategy = new S3Retries(timing);
  const client = new S3Client({ ...config, maxAttempts: timing.attempts, retryStrategy });
  client.middlewareStack.add(
    (next, { commandName = 'a request' }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          throw s3ErrorFrom(error, commandName.replace(/Command$/, ''));
        }
      },
    { name: 's3ErrorMiddleware', step: 'initialize', priority: 'high' },
  );
  limitAnswers(client);
  return client;
}
