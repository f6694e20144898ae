import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../common/wire/wire-types.js';
import type { ContainerKind } from './kinds/container-kind.js';
import { MovedGroupSchema } from './kinds/group.kind.js';
import { MovedProjectSchema } from './kinds/project.kind.js';
import { MovedSnippetSchema } from './kinds/snippet.kind.js';
import type { ShownMove } from './storage-move.js';

/** Contains the container under the name of its kind (contract: storage-moves §2). */
export const StorageMoveSchema = record('RepositoryStorageMove', {
  id: Type.Integer(),
  created_at: Time,
  updated_at: Time,
  state: Type.String(),
  source_storage_name: Type.String(),
  destination_storage_name: Type.String(),
  error_message: nullable(Type.String()),
  started_at: nullable(Time),
  finished_at: nullable(Time),
  progress: nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
  operation_id: nullable(Type.String()),
  project: Type.Optional(MovedProjectSchema),
  snippet: Type.Optional(MovedSnippetSchema),
  group: Type.Optional(MovedGroupSchema),
});
export type StorageMoveView = Static<typeof StorageMoveSchema>;

/** Presents a move with its progress in bytes (contract: storage-moves §2). */
export function presentMove(move: ShownMove, kind: ContainerKind, baseUrl: string): StorageMoveView {
  return {
    id: move.id,
    created_at: move.createdAt,
    updated_at: move.updatedAt,
    state: move.state,
    source_storage_name: move.sourceStorage,
    destination_storage_name: move.destinationStorage,
    error_message: move.errorMessage,
    started_at: move.startedAt,
    finished_at: move.finishedAt,
    progress: move.bytesTotal === null ? null : { done: move.bytesDone, total: move.bytesTotal },
    operation_id: move.operationId,
    [kind.name]: kind.present(move, baseUrl),
  };
}
