import { fullNameOf } from './scim-identity.js';
import type { ScimUser } from './scim-user.js';

/** Contract: core §2. */
const MAX_NAME = 255;

/**
 * Returns the display name of a user's account: the first non-blank name from the provider, as a valid account name.
 * Everyone sees it, so it is never an e-mail address.
 */
export function accountNameOf(user: ScimUser): string {
  const [local = ''] = user.userName.split('@', 1);
  const names = [fullNameOf(user), user.displayName, local, user.userName].map((name) => inOneLine(name ?? ''));
  return names.find((name) => name !== '') ?? 'user';
}

const inOneLine = (name: string): string =>
  Array.from(name.replace(/\p{Cc}+/gu, ' ').trim())
    .slice(0, MAX_NAME)
    .join('')
    .trimEnd();
