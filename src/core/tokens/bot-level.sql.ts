import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { LIVE } from '../access/levels.sql.js';

/** Of the membership that the bot of a live project or group token acts with; null for tokens of persons. */
const ofMembership = (column: Sql): Sql => sql`
  case when t.revoked_at is null then coalesce(
    (select ${column} from members m where m.project_id = t.project_id and m.user_id = t.user_id and ${LIVE}),
    (select ${column} from members m where m.group_id = t.group_id and m.user_id = t.user_id and ${LIVE})) end`;

/**
 * The level that a token opens its project or group with, for `access_tokens t`: its bot is a member like others, whose
 * level can be changed after the token was made (contract: core §4, §7). Null for tokens of persons.
 */
export const CURRENT_LEVEL = sql`coalesce(${ofMembership(sql`m.level`)}, t.access_level)`;

/** When that membership was changed; null for tokens of persons. */
export const LEVEL_CHANGED_AT = ofMembership(sql`m.updated_at`);
