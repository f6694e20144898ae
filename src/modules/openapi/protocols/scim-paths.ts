import type { JsonObject } from '../../../common/params/json-object.js';
import { inPath, inQuery } from './parameter-objects.js';

export const SCIM_TAG = { name: 'SCIM', description: 'Identity providers manage the users of groups.' };

const BASE = '/api/scim/v2/groups/{group_path}';
const TYPE = 'application/scim+json';
const JSON_BODY = { [TYPE]: { schema: { type: 'object', description: 'A message of RFC 7643 or RFC 7644.' } } };
const BODY = { requestBody: { required: true, content: JSON_BODY } };
const GROUP = inPath('group_path', 'Full path of the group.');
const ONE = inPath('id', 'Id of the resource.');
const refusal = (description: string) => ({ description, content: JSON_BODY });

const SELECTION = [
  inQuery('attributes', 'Only these, with commas between.'),
  inQuery('excludedAttributes', 'All but these, with commas between.'),
];
const LIST = [
  inQuery('filter', 'Such as `userName eq "ada"`, as RFC 7644 writes filters.'),
  inQuery('startIndex', 'Number of the first user, from 1.', { type: 'integer' }),
  inQuery('count', 'Users of the answer: 100 at most, which is the default.', { type: 'integer' }),
  inQuery('sortBy', '`userName`, `externalId`, `meta.created`, `meta.lastModified` or `emails.value`.'),
  inQuery('sortOrder', '`ascending` or `descending`.'),
  ...SELECTION,
];
const UNCHANGED = { 304: { description: 'The user still has the `ETag` of `If-None-Match`.' } };
const CHANGED = { 412: refusal('The user does not have the `ETag` of `If-Match`.') };
const OF_BODIES = { 413: refusal('The body is too large.'), 415: refusal('The body is no JSON.') };

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

const operation = (
  status: number,
  { operationId, summary, description }: Described,
  { responses, ...more }: JsonObject & { readonly responses?: JsonObject } = {},
) => ({
  tags: [SCIM_TAG.name],
  security: [{ scimToken: [] }],
  operationId,
  summary,
  description,
  ...more,
  responses: {
    [status]: status === 204 ? { description: 'Done.' } : { description: 'The answer.', content: JSON_BODY },
    400: refusal('What was sent is wrong; `scimType` says how.'),
    401: refusal('No live token of the group.'),
    404: refusal('There is no such resource.'),
    409: refusal('Another user has it, or the last owner would go.'),
    414: refusal('The address is longer than 8,192 bytes.'),
    429: refusal('Too many requests.'),
    ...('requestBody' in more ? OF_BODIES : {}),
    ...responses,
  },
});

const read = (operationId: string, summary: string, description: string, more: JsonObject = {}) => ({
  get: operation(200, { operationId, summary, description }, more),
});

/** Contract: scim-graphql §A4. */
export const SCIM_PATHS: JsonObject = {
  [`${BASE}/Users`]: {
    parameters: [GROUP],
    ...read('listScimUsers', 'List users', 'A page of the users, with the filter and the order of the query.', {
      parameters: LIST,
    }),
    post: operation(
      201,
      { operationId: 'createScimUser', summary: 'Create a user', description: 'Links or makes the account behind it.' },
      BODY,
    ),
  },
  [`${BASE}/Users/.search`]: {
    parameters: [GROUP],
    post: operation(
      200,
      {
        operationId: 'searchScimUsers',
        summary: 'Search users',
        description: 'The list, with parameters in the body.',
      },
      BODY,
    ),
  },
  [`${BASE}/Users/{id}`]: {
    parameters: [GROUP, ONE],
    ...read('getScimUser', 'Read a user', 'The user, with its version as `ETag`.', {
      parameters: SELECTION,
      responses: UNCHANGED,
    }),
    put: operation(
      200,
      { operationId: 'replaceScimUser', summary: 'Replace a user', description: 'Absent attributes are cleared.' },
      { ...BODY, responses: CHANGED },
    ),
    patch: operation(
      200,
      { operationId: 'patchScimUser', summary: 'Change a user', description: 'All operations are done, or none.' },
      { ...BODY, responses: CHANGED },
    ),
    delete: operation(
      204,
      {
        operationId: 'deleteScimUser',
        summary: 'Delete a user',
        description: 'Ends the memberships; an account that the group made stays, deactivated.',
      },
      { responses: CHANGED },
    ),
  },
  [`${BASE}/ServiceProviderConfig`]: {
    parameters: [GROUP],
    ...read('getScimServiceProviderConfig', 'Read what is offered', 'Parts of the protocol that there are.'),
  },
  [`${BASE}/ResourceTypes`]: {
    parameters: [GROUP],
    ...read('listScimResourceTypes', 'List resource types', 'Users alone.'),
  },
  [`${BASE}/ResourceTypes/{id}`]: {
    parameters: [GROUP, ONE],
    ...read('getScimResourceType', 'Read a resource type', 'Where its resources lie, and their schema.'),
  },
  [`${BASE}/Schemas`]: {
    parameters: [GROUP],
    ...read('listScimSchemas', 'List schemas', 'That of users alone.'),
  },
  [`${BASE}/Schemas/{id}`]: {
    parameters: [GROUP, ONE],
    ...read('getScimSchema', 'Read a schema', 'The attributes that are kept.'),
  },
  [`${BASE}/Bulk`]: {
    parameters: [GROUP],
    post: operation(501, {
      operationId: 'refuseScimBulk',
      summary: 'Refuse bulk operations',
      description: 'They are not offered.',
    }),
  },
};
