import type { ManifestDescriptor } from '../manifests/manifest.columns.js';

export const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';

/**
 * Writes an index of the referrers of a manifest piece by piece, because annotations may be long (contract: registry
 * §6).
 */
export async function* writeReferrers(descriptors: AsyncIterable<ManifestDescriptor>): AsyncGenerator<string> {
  let separator = '';
  yield `{"schemaVersion":2,"mediaType":"${INDEX_TYPE}","manifests":[`;
  for await (const { mediaType, digest, size, artifactType, annotations } of descriptors) {
    const known = JSON.stringify({ mediaType, digest, size, ...(artifactType === null ? {} : { artifactType }) });
    yield `${separator}${known.slice(0, -1)}${annotations === null ? '' : `,"annotations":${annotations}`}}`;
    separator = ',';
  }
  yield ']}';
}
