import sql from 'sql-template-tag';
import { LIVE } from '../access/levels.sql.js';

/** From the membership, as `m`, that the bot of a live project or group token acts with; for `access_tokens t`. */
export const BOT_MEMBERSHIP = sql`
  from members m
  where m.user_id = t.user_id and (m.project_id = t.project_id or m.group_id = t.group_id) and t.revoked_at is null
    and ${LIVE}`;

/**
 * The level that a token opens its project or group with, for `access_tokens t`: its bot is a member like others, whose
 * level can be changed after the token was made (contract: core §4, §7). Null for tokens of persons.
 */
export const CURRENT_LEVEL = sql`coalesce((select m.level ${BOT_MEMBERSHIP}), t.access_level)`;
