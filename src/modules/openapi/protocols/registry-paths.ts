import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { inPath, inQuery, text } from './parameter-objects.js';

export const REGISTRY_TAG = { name: 'OCI distribution', description: 'Pulling and pushing images as containers do.' };

/** Schemas of the distribution endpoints (contract: registry §5, §6). */
export const REGISTRY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  RegistryErrors: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        type: 'array',
        items: { type: 'object', required: ['code', 'message'], properties: { code: text, message: text, detail: {} } },
      },
    },
  },
  RegistryToken: {
    type: 'object',
    required: ['token', 'access_token', 'expires_in', 'issued_at'],
    properties: {
      token: text,
      access_token: { ...text, description: 'The same.' },
      expires_in: { type: 'integer', description: 'Seconds.' },
      issued_at: { type: 'string', format: 'date-time' },
    },
  },
  ImageIndex: {
    type: 'object',
    properties: {
      schemaVersion: { type: 'integer' },
      mediaType: text,
      manifests: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
  },
};

const NAME = inPath('name', 'Path of the project, and up to two words more; slashes as they are.');
const REFERENCE = inPath('reference', 'Tag or digest of the manifest.');
const DIGEST = inPath('digest', 'Digest, such as `sha256:` and 64 hexadecimal digits.');
const UPLOAD = inPath('upload', 'Id of the upload, out of the `Location` of the last answer.');
const CUT = [
  inQuery('n', 'Most entries of the answer.', { type: 'integer', minimum: 0 }),
  inQuery('last', 'The entry that the answer begins after.'),
];

const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const json = (schema: JsonObject, type = 'application/json'): JsonObject => ({ [type]: { schema } });

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'Something of the request is invalid.',
  401: 'No token, or one without the right; `WWW-Authenticate` says which one to ask for.',
  403: 'The account or a rule of the project does not allow it.',
  404: 'Unknown here.',
  405: 'Not possible for this one.',
  413: 'Too large.',
  414: 'The address is longer than 8,192 bytes.',
  416: 'The range does not begin where the upload stands.',
  429: 'Too many requests.',
  503: 'Not possible at present.',
};
/** Of every request: names that are none, tokens, rules, limits (contract: registry §6). */
const ALWAYS = [400, 401, 403, 414, 429, 503];
const refused = (...statuses: readonly number[]): JsonObject =>
  Object.fromEntries(
    [...ALWAYS, ...statuses].map((status) => [
      String(status),
      { description: DESCRIPTIONS[status] ?? 'Refused.', content: json(reference('schemas', 'RegistryErrors')) },
    ]),
  );

const DIGEST_HEADER = 'Docker-Content-Digest';
const done = (
  status: number,
  description: string,
  names: readonly string[] = [],
  content?: JsonObject,
): JsonObject => ({
  [String(status)]: {
    description,
    ...(names.length > 0 ? { headers: Object.fromEntries(names.map((name) => [name, { schema: text }])) } : {}),
    ...(content ? { content } : {}),
  },
});

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: JsonObject;
  readonly security?: readonly JsonObject[];
}
const operation = (described: Described) => ({
  tags: [REGISTRY_TAG.name],
  security: [{ registryToken: [] }],
  ...described,
});

const PULL = 'Needs the action `pull`.';
const PUSH = 'Needs the action `push`.';
const DELETE = 'Needs the action `delete`.';

/** Tokens and the OCI distribution protocol (contract: registry §5, §6). */
export const REGISTRY_PATHS: JsonObject = {
  '/jwt/auth': {
    get: operation({
      operationId: 'createRegistryToken',
      summary: 'Get a token for the container registry',
      description: 'With the password or a token of the user, a deploy token or a job token by Basic; or anonymously.',
      parameters: [
        inQuery('service', '`container_registry`.', text, true),
        inQuery('scope', 'Such as `repository:my-group/my-project:pull,push`; more than one is allowed.', {
          type: 'array',
          items: text,
        }),
        ...['account', 'client_id', 'offline_token'].map((name) => inQuery(name, 'Accepted, without effect.')),
      ],
      responses: {
        ...done(200, 'The token.', [], json(reference('schemas', 'RegistryToken'))),
        ...refused(),
        ...done(404, 'Another service.'),
      },
      security: [{ basic: [] }, {}],
    }),
  },
  '/v2/': {
    get: operation({
      operationId: 'checkRegistry',
      summary: 'Check the token and the version of the protocol',
      description: 'Any valid token will do.',
      responses: { ...done(200, 'The token is valid.', [], json({ type: 'object' })), ...refused() },
    }),
  },
  '/v2/_catalog': {
    get: operation({
      operationId: 'listRegistryCatalog',
      summary: 'List all container repositories of the instance',
      description: 'Needs `registry:catalog:*`, which administrators get.',
      parameters: CUT,
      responses: {
        ...done(
          200,
          'Names.',
          ['Link'],
          json({ type: 'object', properties: { repositories: { type: 'array', items: text } } }),
        ),
        ...refused(),
      },
    }),
  },
  '/v2/{name}/tags/list': {
    parameters: [NAME],
    get: operation({
      operationId: 'listRegistryTags',
      summary: 'List the tags of an image',
      description: PULL,
      parameters: CUT,
      responses: {
        ...done(
          200,
          'Names in the order of their bytes.',
          ['Link'],
          json({ type: 'object', properties: { name: text, tags: { type: 'array', items: text } } }),
        ),
        ...refused(404),
      },
    }),
  },
  '/v2/{name}/tags/reference/{tag}': {
    parameters: [NAME, inPath('tag', 'Name of the image tag.')],
    delete: operation({
      operationId: 'deleteRegistryTag',
      summary: 'Delete a tag and nothing else',
      description: DELETE,
      responses: { ...done(202, 'Deleted.'), ...refused(404) },
    }),
  },
  '/v2/{name}/manifests/{reference}': {
    parameters: [NAME, REFERENCE],
    get: operation({
      operationId: 'getManifest',
      summary: 'Get a manifest',
      description: `${PULL} The bytes and their type are those that were pushed.`,
      responses: {
        ...done(
          200,
          'The manifest.',
          [DIGEST_HEADER, 'ETag'],
          json({ type: 'object', additionalProperties: true }, 'application/vnd.oci.image.manifest.v1+json'),
        ),
        ...done(304, 'Unchanged.'),
        ...refused(404),
      },
    }),
    put: operation({
      operationId: 'putManifest',
      summary: 'Push a manifest',
      description: `${PUSH} What it refers to must be there.`,
      requestBody: {
        required: true,
        content: json({ type: 'object', additionalProperties: true }, 'application/vnd.oci.image.manifest.v1+json'),
      },
      responses: { ...done(201, 'Stored.', ['Location', DIGEST_HEADER, 'OCI-Subject']), ...refused(413) },
    }),
    delete: operation({
      operationId: 'deleteManifest',
      summary: 'Delete a tag, or a manifest with all of its tags',
      description: DELETE,
      responses: { ...done(202, 'Deleted.'), ...refused(404) },
    }),
  },
  '/v2/{name}/blobs/{digest}': {
    parameters: [NAME, DIGEST],
    get: operation({
      operationId: 'getBlob',
      summary: 'Download a blob',
      description: PULL,
      responses: {
        ...done(200, 'The bytes.', [DIGEST_HEADER, 'ETag', 'Accept-Ranges'], BYTES),
        ...done(206, 'The bytes of one `Range`.', ['Content-Range'], BYTES),
        ...done(307, 'The bytes are at `Location`.', ['Location']),
        ...refused(404, 416),
      },
    }),
    delete: operation({
      operationId: 'deleteBlob',
      summary: 'Take a blob away from the repository',
      description: DELETE,
      responses: { ...done(202, 'Taken away.'), ...refused(404, 405) },
    }),
  },
  '/v2/{name}/blobs/uploads/': {
    parameters: [NAME],
    post: operation({
      operationId: 'startUpload',
      summary: 'Begin to upload a blob, upload it whole, or mount it from another repository',
      description: PUSH,
      parameters: [
        inQuery('digest', 'Digest of the body, which is the whole blob.'),
        inQuery('mount', 'Digest of a blob of another repository.'),
        inQuery('from', 'Repository that the blob is mounted from.'),
      ],
      requestBody: { content: BYTES },
      responses: {
        ...done(201, 'The blob is there.', ['Location', DIGEST_HEADER]),
        ...done(202, 'The upload is at `Location`.', ['Location', 'Range', 'Docker-Upload-UUID']),
        ...refused(),
      },
    }),
  },
  '/v2/{name}/blobs/uploads/{upload}': {
    parameters: [NAME, UPLOAD],
    get: operation({
      operationId: 'getUpload',
      summary: 'Get how much of a blob was uploaded',
      description: PUSH,
      responses: { ...done(204, 'See `Range`.', ['Location', 'Range', 'Docker-Upload-UUID']), ...refused(404) },
    }),
    patch: operation({
      operationId: 'appendToUpload',
      summary: 'Upload a part of a blob',
      description: PUSH,
      requestBody: { required: true, content: BYTES },
      responses: {
        ...done(202, 'Taken.', ['Location', 'Range', 'Docker-Upload-UUID']),
        ...refused(404, 409, 416),
      },
    }),
    put: operation({
      operationId: 'finishUpload',
      summary: 'Finish the upload of a blob',
      description: `${PUSH} The body may be the last part.`,
      parameters: [inQuery('digest', 'Digest of all bytes.', text, true)],
      requestBody: { content: BYTES },
      responses: { ...done(201, 'The blob is there.', ['Location', DIGEST_HEADER]), ...refused(404, 416) },
    }),
    delete: operation({
      operationId: 'cancelUpload',
      summary: 'Cancel an upload',
      description: PUSH,
      responses: { ...done(204, 'Cancelled.'), ...refused(404) },
    }),
  },
  '/v2/{name}/referrers/{digest}': {
    parameters: [NAME, DIGEST],
    get: operation({
      operationId: 'listReferrers',
      summary: 'List the manifests that refer to a manifest',
      description: PULL,
      parameters: [inQuery('artifactType', 'Only those of this type.')],
      responses: {
        ...done(
          200,
          'An index; empty when there are none.',
          ['OCI-Filters-Applied'],
          json(reference('schemas', 'ImageIndex'), 'application/vnd.oci.image.index.v1+json'),
        ),
        ...refused(),
      },
    }),
  },
};
