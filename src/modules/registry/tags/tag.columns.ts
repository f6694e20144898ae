import { columnsOf } from '../../../platform/database/columns-of.js';
import { nullable, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerManifestEntity } from '../manifests/container-manifest.entity.js';
import { ContainerTagEntity } from './container-tag.entity.js';

/** For `container_tags t` and its manifest `m`. */
export const TAG_DETAILS_COLUMNS = {
  ...columnsOf(ContainerTagEntity, 't', 'name', 'updatedAt'),
  // an index has no config; its time is that of the newest image below it
  ...columnsOf(ContainerManifestEntity, 'm', 'digest', 'configDigest', 'imageCreatedAt', 'layerSize'),
};

export const TAG_FACTS_COLUMNS = {
  ...columnsOf(ContainerTagEntity, 't', 'name'),
  ...columnsOf(ContainerManifestEntity, 'm', 'digest'),
  /** When the image was created; null if unknown. */
  createdAt: nullable(timestamptz`m.image_created_at`),
  pushedAt: timestamptz`t.updated_at`,
};

/** A tag with data of its manifest (contract: registry §3.3). */
export type TagDetails = RowOf<typeof TAG_DETAILS_COLUMNS>;

/** The data of a tag that the rules need. */
export type TagFacts = RowOf<typeof TAG_FACTS_COLUMNS>;
