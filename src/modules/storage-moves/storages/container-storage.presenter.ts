import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record, Time } from '../../../common/wire/wire-types.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { ContainerStorage } from './container-storage.js';

/** The storage of a container (contract: storage-moves §8). */
export const ContainerStorageSchema = record('RepositoryStorage', {
  project_id: Type.Optional(Type.Integer()),
  snippet_id: Type.Optional(Type.Integer()),
  group_id: Type.Optional(Type.Integer()),
  disk_path: Type.String(),
  created_at: Time,
  repository_storage: Type.String(),
});

export const presentContainerStorage = (
  { containerId, relativePath, createdAt, storage }: ContainerStorage,
  { name }: ContainerKind,
): Static<typeof ContainerStorageSchema> => ({
  [`${name}_id`]: containerId,
  disk_path: relativePath.replace(/(?:\.wiki)?\.git$/, ''),
  created_at: createdAt,
  repository_storage: storage,
});
