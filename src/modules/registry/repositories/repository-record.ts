import type { ImageRepository } from './image-repository.js';

export type RepositoryStatus = 'delete_scheduled' | 'delete_ongoing' | 'delete_failed';

/** A repository in the management API (contract: registry §3.2); times are ISO 8601 text. */
export interface RepositoryRecord extends ImageRepository {
  /** Time of the first manifest. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cleanupPolicyStartedAt: string | null;
  readonly status: RepositoryStatus | null;
  /** Null unless requested. */
  readonly tagsCount: number | null;
}
