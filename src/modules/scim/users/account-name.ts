import { fullNameOf } from './scim-identity.js';
import type { ScimUser } from './scim-user.js';

/** Contract: core §2. */
const MAX_NAME = 255;

/**
 * The name of the account behind a user: the first that is not blank of what the provider calls the person, as names of
 * accounts are. Everybody sees it, so that it is no address.
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
