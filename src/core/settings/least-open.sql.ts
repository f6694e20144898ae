import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { VISIBILITIES } from './visibility.js';

const rank = (visibility: Sql): Sql => sql`array_position(${[...VISIBILITIES]}::text[], ${visibility})`;

/** The visibility of what `outer` holds, which may be no more open than that; `outer` null limits nothing (contract: core §2). */
export const leastOpen = (inner: Sql, outer: Sql): Sql =>
  sql`case when ${rank(inner)} > ${rank(outer)} then ${outer} else ${inner} end`;
