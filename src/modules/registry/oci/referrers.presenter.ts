import type { ManifestDescriptor } from '../manifests/manifest.columns.js';

export const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';

/** An index of what refers to a manifest (contract: registry §6). */
export const presentReferrers = (descriptors: readonly ManifestDescriptor[]) => ({
  schemaVersion: 2,
  mediaType: INDEX_TYPE,
  manifests: descriptors.map(({ mediaType, digest, size, artifactType, annotations }) => ({
    mediaType,
    digest,
    size,
    ...(artifactType === null ? {} : { artifactType }),
    ...(annotations === null ? {} : { annotations }),
  })),
});
