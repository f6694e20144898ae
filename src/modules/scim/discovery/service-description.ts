const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Identifying attributes of a resource type or a schema; the rest follows its RFC. */
export interface ScimDescription {
  readonly id: string;
  readonly meta: { readonly resourceType: string; readonly location: string };
  readonly [attribute: string]: unknown;
}

/** Contract: scim-graphql §A4; RFC 7643 5. */
export const SERVICE_PROVIDER_CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A SCIM token of the group, in the header Authorization.',
      primary: true,
    },
  ],
};

/** RFC 7643 6. */
export const resourceTypes = (base: string): readonly ScimDescription[] => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    schema: CORE_USER,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
];

/** RFC 7643 7. */
export const userSchemas = (base: string): readonly ScimDescription[] => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: CORE_USER,
    name: 'User',
    description: 'A member of the group.',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('name', {
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map((part) => attribute(part)),
      }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        required: true,
        subAttributes: [attribute('value', { required: true }), attribute('type'), attribute('primary', BOOLEAN)],
      }),
      attribute('active', BOOLEAN),
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${CORE_USER}` },
  },
];

const BOOLEAN = { type: 'boolean' };

const attribute = (name: string, facts: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...facts,
});
