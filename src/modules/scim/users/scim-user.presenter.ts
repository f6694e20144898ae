import { fullNameOf } from './scim-identity.js';
import type { ScimIdentity } from './scim-identity.js';

const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

export const versionOf = ({ version }: Pick<ScimIdentity, 'version'>): string => `W/"${version}"`;

/** Presents a user for its provider; attributes without a value are left out (contract: scim-graphql §A3). */
export function presentScimUser(identity: ScimIdentity, groupUrl: string) {
  const { uuid, externalId, userName, displayName, emails, active } = identity;
  const name = namePartsOf(identity);
  return {
    schemas: [CORE_USER],
    id: uuid,
    ...(externalId === null ? {} : { externalId }),
    userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...(displayName === null ? {} : { displayName }),
    emails,
    active,
    meta: {
      resourceType: 'User',
      created: identity.createdAt,
      lastModified: identity.updatedAt,
      location: `${groupUrl}/Users/${uuid}`,
      version: versionOf(identity),
    },
  };
}

function namePartsOf(identity: ScimIdentity) {
  const { givenName, familyName } = identity;
  const formatted = fullNameOf(identity);
  return {
    ...(formatted === null ? {} : { formatted }),
    ...(givenName === null ? {} : { givenName }),
    ...(familyName === null ? {} : { familyName }),
  };
}
