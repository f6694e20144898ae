import { bigint, boolean, selectList, text } from '../../platform/database/typed-sql.js';
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

/** For statements that write their select list themselves. */
export const ACCOUNT_COLUMNS = selectList(ACCOUNT);
