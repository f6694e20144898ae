import { levelInGroups, levelInProject } from '../../../core/access/levels.sql.js';
import { UserEntity } from '../../../core/users/user.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { integer, nullable } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { RefPermission } from '../protection/protection-rule.js';

const { isAdmin } = columnsOf(UserEntity, 'u', 'isAdmin');

/**
 * Expressions for `projects p`, its `namespaces n`, and `users u`, which may be missing: such an account has no
 * permission.
 */
export const levelsOf = (userId: number) => ({
  isAdmin: nullable(isAdmin),
  own: nullable(integer`case when u.id is not null then ${levelInProject(userId)} end`),
  byGroups: nullable(integer`case when u.id is not null then ${levelInGroups(userId)} end`),
});

export const permissionIn = (row: RowOf<ReturnType<typeof levelsOf>> | null): RefPermission => ({
  isAdmin: row?.isAdmin ?? false,
  level: Math.max(row?.own ?? 0, row?.byGroups ?? 0),
});
