import { columnsOf } from '../../../platform/database/columns-of.js';
import { bytea, nullable } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerManifestEntity } from './container-manifest.entity.js';

/** A manifest without its bytes, for `container_manifests m`: for those who ask only whether it is there. */
export const MANIFEST_HEAD_COLUMNS = {
  ...columnsOf(ContainerManifestEntity, 'm', 'digest', 'mediaType', 'size'),
  bytes: nullable(bytea`null::bytea`),
};

export const SERVED_MANIFEST_COLUMNS: typeof MANIFEST_HEAD_COLUMNS = {
  ...MANIFEST_HEAD_COLUMNS,
  ...columnsOf(ContainerManifestEntity, 'm', 'bytes'),
};

export const DESCRIPTOR_COLUMNS = columnsOf(
  ContainerManifestEntity,
  'm',
  'digest',
  'mediaType',
  'size',
  'artifactType',
  'annotations',
);

/** A manifest as it is served. */
export type ServedManifest = RowOf<typeof SERVED_MANIFEST_COLUMNS>;

/** What a list of referrers says of one (contract: registry §6). */
export type ManifestDescriptor = RowOf<typeof DESCRIPTOR_COLUMNS>;
