import { toJsonObject } from '../../../common/params/json-object.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { annotationsTextOf } from './annotations.js';

/** Returns the descriptors in an index that a client keeps under a fallback tag; other documents contain none. */
export function descriptorsOfIndex(bytes: Uint8Array): ManifestDescriptor[] {
  const { manifests } = toJsonObject(JSON.parse(Buffer.from(bytes).toString('utf8'))) ?? {};
  return Array.isArray(manifests) ? manifests.flatMap(descriptorOf) : [];
}

function descriptorOf(value: unknown): ManifestDescriptor[] {
  const { digest, mediaType, size, artifactType, annotations } = toJsonObject(value) ?? {};
  if (typeof digest !== 'string' || typeof mediaType !== 'string' || typeof size !== 'number') {
    return [];
  }
  const type = typeof artifactType === 'string' ? artifactType : null;
  return [{ digest, mediaType, size, artifactType: type, annotations: annotationsTextOf(annotations) }];
}
