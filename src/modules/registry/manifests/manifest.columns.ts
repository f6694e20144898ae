import { columnsOf } from '../../../platform/database/columns-of.js';
import sql from 'sql-template-tag';
import { boolean, bytea, nullable, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerManifestEntity } from './container-manifest.entity.js';

/** A manifest without its bytes, for `container_manifests m`, for requests that only check whether it exists. */
export const MANIFEST_HEAD_COLUMNS = {
  ...columnsOf(ContainerManifestEntity, 'm', 'digest', 'mediaType', 'size'),
  bytes: nullable(bytea`null::bytea`),
};

export const SERVED_MANIFEST_COLUMNS: typeof MANIFEST_HEAD_COLUMNS = {
  ...MANIFEST_HEAD_COLUMNS,
  ...columnsOf(ContainerManifestEntity, 'm', 'bytes'),
};

const DESCRIPTOR_COLUMNS = {
  ...columnsOf(ContainerManifestEntity, 'm', 'digest', 'mediaType', 'size', 'artifactType'),
  /** As stored; their content is not interpreted. */
  annotations: nullable(text`m.annotations::text`),
};

const IS_LONG = sql`coalesce(octet_length(m.annotations::text), 0) > 4096`;

/** Columns of a descriptor in a list; long annotations are left out. */
export const LISTED_DESCRIPTOR_COLUMNS = {
  ...DESCRIPTOR_COLUMNS,
  ...columnsOf(ContainerManifestEntity, 'm', 'id'),
  annotations: nullable(text`case when ${IS_LONG} then null else m.annotations::text end`),
  hasLongAnnotations: boolean`${IS_LONG}`,
};

/** The annotations of a single manifest. */
export const ANNOTATIONS_COLUMN = { annotations: DESCRIPTOR_COLUMNS.annotations };

/** A manifest as it is served. */
export type ServedManifest = RowOf<typeof SERVED_MANIFEST_COLUMNS>;

/** A descriptor in a list of referrers (contract: registry §6). */
export type ManifestDescriptor = RowOf<typeof DESCRIPTOR_COLUMNS>;
export type ListedDescriptor = RowOf<typeof LISTED_DESCRIPTOR_COLUMNS>;
