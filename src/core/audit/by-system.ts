import type { Account } from '../access/caller.js';
import type { AuditAuthor } from './audit-author.js';

const SYSTEM: Account = {
  id: 0,
  username: 'system',
  name: 'System',
  kind: 'system',
  isAdmin: false,
  isExternal: false,
  state: 'active',
  isConfirmed: true,
};

/** Author of actions that the service takes itself. */
export const BY_SYSTEM: AuditAuthor = {
  account: SYSTEM,
  userId: SYSTEM.id,
  address: '',
  sudoBy: null,
  credential: null,
};
