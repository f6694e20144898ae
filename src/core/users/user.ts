import type { RowOf } from '../../platform/database/typed-sql.js';
import type { USER_COLUMNS } from './user.columns.js';

/** A user as returned by queries; times are ISO 8601 text, days `YYYY-MM-DD`. */
export type User = RowOf<typeof USER_COLUMNS>;
export type AccountKind = User['kind'];
export type AccountState = User['state'];

/** A user as shown in other records (contract: core §2). */
export type BasicUser = Pick<User, 'id' | 'username' | 'name' | 'state'>;
