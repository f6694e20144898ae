import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import type { StorageFigures } from './storage-figures.js';

/** Contract: storage-moves §13.6. */
export const StorageFiguresSchema = record('RepositoryStorageFigures', {
  name: Type.String(),
  weight: Type.Integer(),
  healthy: Type.Boolean(),
  projects: Type.Integer(),
  snippets: Type.Integer(),
  groups: Type.Integer(),
  size_bytes: Type.Integer(),
  available_bytes: nullable(Type.Integer()),
  leftovers: Type.Integer(),
});

export const presentStorage = (storage: StorageFigures): Static<typeof StorageFiguresSchema> => ({
  name: storage.name,
  weight: storage.weight,
  healthy: storage.isHealthy,
  projects: storage.projects,
  snippets: storage.snippets,
  groups: storage.groups,
  size_bytes: storage.sizeBytes,
  available_bytes: storage.availableBytes,
  leftovers: storage.leftovers,
});
