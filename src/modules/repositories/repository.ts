import type { ContainerRef, RepositoryType } from '../../core/namespaces/container-repositories.js';
import type { RepositoryEntity } from './storages/repository.entity.js';

/** A repository's row: its location and whether it may be written (contract: storage-moves §1, §10). */
export type Repository = Readonly<Omit<RepositoryEntity, 'sizeBytes' | 'commitCount' | 'updatedAt'>>;

/** A repository that is created with its container. */
export interface AddedRepository {
  readonly container: ContainerRef;
  readonly type: RepositoryType;
  readonly storage: string;
}

/** Key by which git processes of this repository queue for their turn. */
export const turnOf = ({ projectId, groupId, snippetId }: Repository): string =>
  projectId !== null ? `project ${projectId}` : groupId !== null ? `group ${groupId}` : `snippet ${snippetId ?? 0}`;
