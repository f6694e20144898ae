import { createHash, randomBytes } from 'node:crypto';
import type { OciAnswer, RegistryClient } from '../support/registry-client.js';

export const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
export const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';
export const OCI_CONFIG = 'application/vnd.oci.image.config.v1+json';
export const OCI_LAYER = 'application/vnd.oci.image.layer.v1.tar';
export const EMPTY_JSON = 'application/vnd.oci.empty.v1+json';

export type Algorithm = 'sha256' | 'sha512';

export const digestOf = (bytes: Buffer | string, algorithm: Algorithm = 'sha256'): string =>
  `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;

/** Content without repetition, so that misplaced bytes show. */
export const someBytes = (size = 1024): Buffer => randomBytes(size);

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

export const descriptorOf = (mediaType: string, bytes: Buffer, algorithm: Algorithm = 'sha256'): Descriptor => ({
  mediaType,
  digest: digestOf(bytes, algorithm),
  size: bytes.length,
});

export interface BuiltManifest {
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly digest: string;
  readonly descriptor: Descriptor;
  /** Config and layers. */
  readonly blobs: readonly Buffer[];
}

export interface ImageFacts {
  readonly created?: string | null;
  readonly layers?: readonly Buffer[];
  readonly config?: Buffer;
  readonly configType?: string;
  readonly algorithm?: Algorithm;
  /** Additional fields of the manifest. */
  readonly fields?: object;
}

/** An image, or with another config type an artifact, of random layers. */
export function anImage(facts: ImageFacts = {}): BuiltManifest {
  const { created, layers = [someBytes(), someBytes()], configType = OCI_CONFIG, algorithm = 'sha256' } = facts;
  const config =
    facts.config ??
    Buffer.from(
      JSON.stringify({
        ...(created === undefined ? {} : { created }),
        architecture: 'amd64',
        os: 'linux',
        rootfs: { type: 'layers', diff_ids: layers.map((layer) => digestOf(layer)) },
        nonce: randomBytes(8).toString('hex'),
      }),
    );
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: OCI_MANIFEST,
      config: descriptorOf(configType, config, algorithm),
      layers: layers.map((layer) => descriptorOf(OCI_LAYER, layer, algorithm)),
      ...facts.fields,
    }),
  );
  return built(OCI_MANIFEST, bytes, [config, ...layers], algorithm);
}

export function anIndex(
  children: readonly BuiltManifest[],
  fields: object = {},
  algorithm: Algorithm = 'sha256',
): BuiltManifest {
  const manifests = children.map(({ descriptor }, index) => ({
    ...descriptor,
    platform: { os: 'linux', architecture: index === 0 ? 'amd64' : 'arm64' },
  }));
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests, ...fields }));
  return built(OCI_INDEX, bytes, [], algorithm);
}

function built(mediaType: string, bytes: Buffer, blobs: readonly Buffer[], algorithm: Algorithm): BuiltManifest {
  return {
    mediaType,
    bytes,
    digest: digestOf(bytes, algorithm),
    descriptor: descriptorOf(mediaType, bytes, algorithm),
    blobs,
  };
}

function expectCreated(answer: OciAnswer): OciAnswer {
  if (answer.status !== 201) {
    throw new Error(`Not pushed: ${answer.status} ${answer.bytes.toString()}`);
  }
  return answer;
}

/** Uploads a blob in one request. */
export async function pushBlob(
  client: RegistryClient,
  name: string,
  bytes: Buffer,
  algorithm: Algorithm = 'sha256',
): Promise<string> {
  const digest = digestOf(bytes, algorithm);
  expectCreated(await client.post(`${name}/blobs/uploads/?digest=${digest}`, { body: bytes }));
  return digest;
}

export const putManifest = (
  client: RegistryClient,
  name: string,
  reference: string,
  { bytes, mediaType }: Pick<BuiltManifest, 'bytes' | 'mediaType'>,
): Promise<OciAnswer> =>
  client.put(`${name}/manifests/${reference}`, { body: bytes, headers: { 'content-type': mediaType } });

/** Pushes blobs and manifest; answers the manifest's digest. */
export async function pushImage(
  client: RegistryClient,
  name: string,
  reference: string,
  image: BuiltManifest = anImage(),
): Promise<BuiltManifest> {
  const algorithm: Algorithm = image.digest.startsWith('sha512') ? 'sha512' : 'sha256';
  for (const blob of image.blobs) {
    await pushBlob(client, name, blob, algorithm);
  }
  expectCreated(await putManifest(client, name, reference, image));
  return image;
}
