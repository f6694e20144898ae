import type { ManifestDescriptor } from './manifest.columns.js';
import { annotationsTextOf } from './annotations.js';

type Json = Readonly<Record<string, unknown>>;

/** Descriptors in an index that a client keeps under a fallback tag; anything else there holds none. */
export function descriptorsOfIndex(bytes: Uint8Array): ManifestDescriptor[] {
  const { manifests } = recordOf(JSON.parse(Buffer.from(bytes).toString('utf8'))) ?? {};
  return Array.isArray(manifests) ? manifests.flatMap(descriptorOf) : [];
}

function descriptorOf(value: unknown): ManifestDescriptor[] {
  const { digest, mediaType, size, artifactType, annotations } = recordOf(value) ?? {};
  if (typeof digest !== 'string' || typeof mediaType !== 'string' || typeof size !== 'number') {
    return [];
  }
  const type = typeof artifactType === 'string' ? artifactType : null;
  return [{ digest, mediaType, size, artifactType: type, annotations: annotationsTextOf(annotations) }];
}

const recordOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
