import type { ScimIdentityEntity } from './scim-identity.entity.js';
import type { ScimUser } from './scim-user.js';

/** A user of a group as seen by its identity provider. */
export type ScimIdentity = Readonly<ScimIdentityEntity>;

/** Display name: as formatted by the provider, or composed of its parts (contract: scim-graphql §A3). */
export function fullNameOf({
  formattedName,
  givenName,
  familyName,
}: Pick<ScimUser, 'formattedName' | 'givenName' | 'familyName'>): string | null {
  const made = [givenName, familyName].filter((part) => part !== null && part !== '').join(' ');
  return formattedName ?? (made === '' ? null : made);
}
