import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { VISIBILITIES } from './visibility.js';

const rank = (visibility: Sql): Sql => sql`array_position(${[...VISIBILITIES]}::text[], ${visibility})`;

/**
 * Returns the visibility of something inside `outer`, which may not be more open than that; null for `outer` means no
 * limit (contract: core §2).
 */
export const leastOpen = (inner: Sql, outer: Sql): Sql =>
  sql`case when ${rank(inner)} > ${rank(outer)} then ${outer} else ${inner} end`;
