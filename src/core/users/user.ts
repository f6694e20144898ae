import type { RowOf } from '../../platform/database/typed-sql.js';
import type { USER_COLUMNS } from './user.columns.js';

/** A user as it is read; times are ISO 8601 text, days `YYYY-MM-DD`. */
export type User = RowOf<typeof USER_COLUMNS>;
export type AccountKind = User['kind'];
export type AccountState = User['state'];

/** What other records show of a user (contract: core §2). */
export type BasicUser = Pick<User, 'id' | 'username' | 'name' | 'state'>;
