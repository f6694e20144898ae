import type { RepositoryEntity } from './storages/repository.entity.js';

/** A repository's row: where it lies, and whether it may be written (contract: storage-moves §1, §10). */
export type Repository = Readonly<Omit<RepositoryEntity, 'sizeBytes' | 'commitCount' | 'updatedAt'>>;

/** Whose turn a git process of this repository takes in the queue. */
export const turnOf = ({ projectId, groupId, snippetId }: Repository): string =>
  projectId !== null ? `project ${projectId}` : groupId !== null ? `group ${groupId}` : `snippet ${snippetId ?? 0}`;
