import { bigints } from '../../platform/database/typed-sql.js';

/** Ids of the groups above a project, top first, for `namespaces n`; a user's own namespace is no group. */
export const GROUPS_ABOVE = bigints`case when n.kind = 'group' then n.traversal_ids else '{}' end`;
