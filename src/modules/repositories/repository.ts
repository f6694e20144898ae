import type { RepositoryType } from '../../core/namespaces/container-repositories.js';

/** A repository's row: where it lies, and whether it may be written (contract: storage-moves §1, §10). */
export interface Repository {
  readonly id: number;
  readonly type: RepositoryType;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly snippetId: number | null;
  readonly storage: string;
  /** Below the storage; never depends on names. */
  readonly relativePath: string;
  readonly readOnly: boolean;
  readonly createdAt: string;
}

/** Whose turn a git process of this repository takes in the queue. */
export const turnOf = ({ projectId, groupId, snippetId }: Repository): string =>
  projectId !== null ? `project ${projectId}` : groupId !== null ? `group ${groupId}` : `snippet ${snippetId ?? 0}`;
