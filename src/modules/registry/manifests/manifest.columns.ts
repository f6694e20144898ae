import type { Annotations } from './annotations.js';

/** A manifest as it is served; `bytes` are exactly those that were pushed. */
export interface ServedManifest {
  readonly digest: string;
  readonly mediaType: string;
  readonly size: number;
  readonly bytes: Buffer | null;
}

/** What a list of referrers says of one (contract: registry §6). */
export interface ManifestDescriptor {
  readonly digest: string;
  readonly mediaType: string;
  readonly size: number;
  readonly artifactType: string | null;
  readonly annotations: Annotations | null;
}

export interface NewManifest {
  readonly repositoryId: number;
  readonly digest: string;
  readonly mediaType: string;
  readonly artifactType: string | null;
  readonly configDigest: string | null;
  readonly subjectDigest: string | null;
  /** ISO 8601; null where nothing tells when the image was created. */
  readonly imageCreatedAt: string | null;
  readonly layerSize: number;
  readonly annotations: Annotations | null;
  readonly bytes: Buffer;
}

export interface NewManifestRef {
  readonly role: 'config' | 'layer' | 'child';
  readonly digest: string;
  readonly size: number;
  /** Null for children, and for layers that are not stored here. */
  readonly blobId: number | null;
}
