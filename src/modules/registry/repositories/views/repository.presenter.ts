import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../../common/wire/wire-types.js';
import { TagSummarySchema } from '../../tags/tag.presenter.js';
import { imagePathOf } from '../image-repository.js';
import type { RepositoryRecord } from '../repository-record.js';

/** Contract: registry §3.2. */
export const RepositorySchema = record('ContainerRepository', {
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  project_id: Type.Integer(),
  location: Type.String(),
  created_at: Time,
  updated_at: Time,
  cleanup_policy_started_at: nullable(Time),
  status: nullable(Type.String()),
  tags_count: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(TagSummarySchema)),
});

/** Fields that only the single read has. */
export const SingleRepositorySchema = merged('ContainerRepositoryDetails', [
  RepositorySchema,
  Type.Object({ size: Type.Optional(Type.Integer()), delete_api_path: Type.Optional(Type.String()) }),
]);

/** The record without its tags, which are streamed after it. */
export type RepositoryView = Omit<Static<typeof SingleRepositorySchema>, 'tags'>;

/** `host` is that of the registry, including its port (contract: registry §1). */
export function presentRepository(record: RepositoryRecord, host: string): RepositoryView {
  const path = imagePathOf(record);
  return {
    id: record.id,
    name: record.name,
    path,
    project_id: record.projectId,
    location: `${host}/${path}`,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    cleanup_policy_started_at: record.cleanupPolicyStartedAt,
    status: record.status,
    ...(record.tagsCount === null ? {} : { tags_count: record.tagsCount }),
  };
}
