import { bigint, boolean, optional, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { toAccount } from './caller.js';
import type { Account } from './caller.js';

/** An {@link Account}, for `from users u`. */
export const ACCOUNT = {
  id: bigint`u.id`,
  username: text`u.username`,
  name: text`u.name`,
  kind: text<Account['kind']>`u.kind`,
  isAdmin: boolean`u.is_admin`,
  isExternal: boolean`u.is_external`,
  state: text<Account['state']>`u.state`,
  isConfirmed: boolean`u.confirmed_at is not null`,
};

/** The same, for `left join users u`. */
export const JOINED_ACCOUNT = optional(ACCOUNT);
type JoinedAccount = RowOf<typeof JOINED_ACCOUNT>;

/** Null when the join found no account. */
export const joinedAccount = (row: JoinedAccount): Account | null => (isFound(row) ? toAccount(row) : null);

const isFound = (row: JoinedAccount): row is Account => row.id !== null;
