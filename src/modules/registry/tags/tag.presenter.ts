import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import { hexOf } from '../grammar/digest.js';
import { imagePathOf } from '../repositories/image-repository.js';
import type { ImageRepository } from '../repositories/image-repository.js';
import type { TagDetails } from './tag.columns.js';

const REVISION_LENGTH = 64;
const SHORT_REVISION_LENGTH = 9;

/** Contract: registry §3.3. */
export const TagSummarySchema = record('ImageTag', {
  name: Type.String(),
  path: Type.String(),
  location: Type.String(),
});
export type TagSummaryView = Static<typeof TagSummarySchema>;

export const TagDetailsSchema = merged('ImageTagDetails', [
  TagSummarySchema,
  Type.Object({
    revision: nullable(Type.String()),
    short_revision: nullable(Type.String()),
    digest: Type.String(),
    created_at: nullable(Time),
    updated_at: Time,
    total_size: Type.Integer(),
  }),
]);
export type TagDetailsView = Static<typeof TagDetailsSchema>;

/** The tag as it appears in lists (contract: registry §3.3). */
export function presentTag(name: string, repository: ImageRepository, host: string): TagSummaryView {
  const path = `${imagePathOf(repository)}:${name}`;
  return { name, path, location: `${host}/${path}` };
}

/** The tag with data of its image; the size is in bytes (contract: registry §3.3). */
export function presentTagDetails(tag: TagDetails, repository: ImageRepository, host: string): TagDetailsView {
  const revision = tag.configDigest === null ? null : hexOf(tag.configDigest).slice(0, REVISION_LENGTH);
  return {
    ...presentTag(tag.name, repository, host),
    revision,
    short_revision: revision?.slice(0, SHORT_REVISION_LENGTH) ?? null,
    digest: tag.digest,
    created_at: presentImageTime(tag.imageCreatedAt),
    updated_at: tag.updatedAt,
    total_size: tag.layerSize,
  };
}

/** When an image was created, with an explicit UTC offset (contract: registry §3.3). */
export const presentImageTime = (time: string | null): string | null => time?.replace('Z', '+00:00') ?? null;
