import { OWNER } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerTagHistoryEntity } from './container-tag-history.entity.js';

/** For `container_tag_history h` and its author `users o`. */
export const DELETED_TAG_COLUMNS = {
  ...columnsOf(ContainerTagHistoryEntity, 'h', 'id', 'name', 'digest', 'reason', 'restorableUntil'),
  deletedAt: timestamptz`h.happened_at`,
  /** Null for a deploy token, and if the account is gone. */
  deletedBy: OWNER,
};

/** Where a tag pointed before it was deleted or moved (contract: registry §9.3). */
export type DeletedTag = RowOf<typeof DELETED_TAG_COLUMNS>;
