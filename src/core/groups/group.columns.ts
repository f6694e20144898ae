import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { extended, integer, text } from '../../platform/database/typed-sql.js';
import { levelInGroups } from '../access/levels.sql.js';
import { FULL_NAME } from '../namespaces/namespace.columns.js';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import { GroupEntity } from './group.entity.js';

const COLUMNS = {
  ...columnsOf(NamespaceEntity, 'n', 'name', 'path', 'parentId', 'traversalIds'),
  fullPath: text`r.path`,
  fullName: FULL_NAME,
  ...columnsOf(
    GroupEntity,
    'g',
    'id',
    'description',
    'visibility',
    'projectCreationLevel',
    'subgroupCreationLevel',
    'defaultBranchProtection',
    'switches',
    'runnersToken',
    'repositoryStorage',
    'createdAt',
    'updatedAt',
  ),
};

/** Columns of a {@link Group} as seen by this user, for {@link GROUP_TABLES}. */
export const groupColumns = (userId: number) =>
  extended(COLUMNS, {
    /** The caller's direct or inherited level; 0 for none. */
    level: integer`coalesce(${levelInGroups(userId)}, 0)`,
  });

export const GROUP_TABLES = sql`groups g join namespaces n on n.id = g.id join routes r on r.namespace_id = g.id`;

/**
 * For lists: the tables that determine order and page, matching `ix_namespaces_name`, and those that are joined to the
 * page only.
 */
export const ORDERED_GROUPS = sql`namespaces n join groups g on g.id = n.id and n.kind = 'group'`;
export const GROUP_JOINS = { to: 'n', sql: sql`join groups g on g.id = n.id join routes r on r.namespace_id = n.id` };
