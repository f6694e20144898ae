import type { RowOf } from '../../platform/database/typed-sql.js';
import type { USER_COLUMNS } from './user.columns.js';

export type AccountKind = 'human' | 'project_bot' | 'group_bot' | 'system';
export type AccountState = 'active' | 'blocked' | 'deactivated';

/** A user as it is read; times are ISO 8601 text, days `YYYY-MM-DD`. */
export type User = RowOf<typeof USER_COLUMNS>;

/** What other records show of a user (contract: core §2). */
export type BasicUser = Pick<User, 'id' | 'username' | 'name' | 'state'>;

/** Stands in for an author whose account is gone (contract: core §2, §3). */
export const GHOST_USERNAME = 'ghost';
export const ALERT_BOT_USERNAME = 'alert-bot';
export const ROOT_USERNAME = 'root';
