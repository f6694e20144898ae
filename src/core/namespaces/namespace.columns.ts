import { text } from '../../platform/database/typed-sql.js';

/** Names from the top group down, joined by ` / `, for `namespaces n` (contract: core §5). */
export const FULL_NAME = text`
  (select string_agg(a.name, ' / ' order by array_position(n.traversal_ids, a.id))
     from namespaces a where a.id = any(n.traversal_ids))`;
