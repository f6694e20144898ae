import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { S3CredentialsError } from './s3-error.js';

/** Keys given by the operator; temporary ones have a session token. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type CredentialsProvider = Extract<S3ClientConfig['credentials'], (...args: never) => unknown>;

/**
 * Finds credentials where AWS tools look for them: shared profile, web identity, role of the container or instance.
 * They are looked up with the first request and again shortly before they expire.
 */
export function credentialsOfEnvironment(
  clientConfig: Pick<S3ClientConfig, 'region' | 'requestHandler'>,
): CredentialsProvider {
  const find = defaultProvider({ clientConfig });
  return async (properties) => {
    try {
      return await find(properties);
    } catch (error) {
      throw new S3CredentialsError(reasonOf(error)); // the messages contain commands, addresses, and answers of token services
    }
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown error';
  }
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
