import type { BasicUser } from '../../../core/users/user.js';

/** Where a tag pointed before it was deleted or moved (contract: registry §9.3); times are ISO 8601 text. */
export interface DeletedTag {
  readonly id: number;
  readonly name: string;
  readonly digest: string;
  readonly reason: 'deleted' | 'overwritten';
  readonly deletedAt: string;
  /** It can be put back at least until then. */
  readonly restorableUntil: string;
  /** Null for a deploy token, and for an account that is gone. */
  readonly deletedBy: BasicUser | null;
}
