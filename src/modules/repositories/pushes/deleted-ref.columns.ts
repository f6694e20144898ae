import sql from 'sql-template-tag';
import { basicUserOrGhost } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { DeletedRefEntity } from './deleted-ref.entity.js';

/** Contract: git §10.1. */
const KEPT_DAYS = 30;
export const DELETED_REF_LIFE = sql`${KEPT_DAYS} * interval '1 day'`;

/** For `deleted_refs d`. */
export const DELETED_REF_COLUMNS = {
  ...columnsOf(DeletedRefEntity, 'd', 'id', 'repositoryId', 'type', 'name', 'sha', 'reason', 'createdAt'),
  restorableUntil: timestamptz`d.created_at + ${DELETED_REF_LIFE}`,
  actor: basicUserOrGhost(sql`(select k.id from users k where k.id = d.actor_id)`),
};

/** A ref that can be restored. */
export type DeletedRef = RowOf<typeof DELETED_REF_COLUMNS>;
