import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { inPath } from './parameter-objects.js';

export const PACKAGE_TAG = {
  name: 'Package formats',
  description: 'Publishing and installing as package managers do.',
};

export const JSON_TYPE = 'application/json';
export const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
/** A form with a file in the part with this name. */
export const formWith = (part: string, description: string): JsonObject => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [part],
      properties: { [part]: { type: 'string', format: 'binary', description } },
    },
  },
});
/**
 * For routes that refuse other media types; elsewhere a body is the file, whatever its type (contract: conventions
 * §3.1).
 */
export const OF_TYPES = { 415: reference('responses', 'UnsupportedMediaType') };

export const MESSAGE = { [JSON_TYPE]: { schema: reference('schemas', 'Message') } };
export const REFUSED: JsonObject = {
  400: reference('responses', 'BadRequest'),
  401: reference('responses', 'Unauthorized'),
  403: reference('responses', 'Forbidden'),
  404: reference('responses', 'NotFound'),
};

/** A file, complete or in part (contract: packages §4.7). */
export const downloadOf = (description: string, content: JsonObject = BYTES): JsonObject => ({
  200: { description, content },
  206: { description: 'The bytes of one `Range`.', content },
  304: { description: 'Unchanged.' },
  416: reference('responses', 'RangeNotSatisfiable'),
});

/** Errors of every request, and of one with a body (contract: conventions §3.3, §3.5, §5, §14). */
const OF_ALL = {
  414: reference('responses', 'UriTooLong'),
  429: reference('responses', 'TooManyRequests'),
  503: reference('responses', 'Unavailable'),
};
const OF_BODIES = {
  408: reference('responses', 'RequestTimeout'),
  413: reference('responses', 'PayloadTooLarge'),
};

interface Described extends JsonObject {
  readonly responses: JsonObject;
}

const credentials = (...scopes: readonly string[]): readonly JsonObject[] => [
  { privateToken: [] },
  { jobToken: [] },
  { deployToken: [] },
  ...scopes.map((scope) => ({ oauth2: [scope] })),
  { basic: [] },
];
/** For reads that say something of the credentials themselves. */
export const OF_CREDENTIALS = credentials('api', 'read_api');

export const operation = ({ responses, ...described }: Described): JsonObject => ({
  tags: [PACKAGE_TAG.name],
  security: credentials('api'),
  ...described,
  responses: { ...responses, ...OF_ALL, ...('requestBody' in described ? OF_BODIES : {}) },
});

/** Packages of public projects are read without credentials, too (contract: packages §2, §4.1). */
export const reading = (described: Described): JsonObject =>
  operation({ security: [{}, ...OF_CREDENTIALS], ...described });

/** Prefixes of a format's URLs (contract: packages §4.9). */
export interface PathPrefix {
  readonly path: string;
  /** Suffix of its operation ids. */
  readonly suffix: string;
  readonly parameters: readonly JsonObject[];
}

export const OF_PROJECT: PathPrefix = {
  path: '/api/v4/projects/{id}/packages',
  suffix: '',
  parameters: [inPath('id', 'Id of the project, or its path with `%2F` for slashes.')],
};
const GROUP = [inPath('id', 'Id of the group, or its path with `%2F` for slashes.')];
export const OF_GROUPS: readonly PathPrefix[] = [
  { path: '/api/v4/groups/{id}/-/packages', suffix: 'OfGroup', parameters: GROUP },
  { path: '/api/v4/group/{id}/-/packages', suffix: 'OfGroupAlias', parameters: GROUP },
];
export const OF_INSTANCE: PathPrefix = { path: '/api/v4/packages', suffix: 'OfInstance', parameters: [] };

/** A JSON object with any attributes. */
export const JSON_OBJECT = { [JSON_TYPE]: { schema: { type: 'object', additionalProperties: true } } };

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  id: 'Id of the project or group, or its path with `%2F` for slashes.',
  package_name: 'Name of the package.',
  package_version: 'Version of the package.',
  file_name: 'Name of the file.',
  channel: 'Channel of the package.',
  namespace: 'Path of the top-level group.',
  name: 'Name of the package.',
  system: 'System that the module is for.',
  version: 'Version of the package.',
  user: 'User part of the recipe: `_` for none; the path of the project with `+` for slashes.',
  ref: 'Id of the binary package.',
  recipe_revision: 'Always `0`.',
  package_revision: 'Always `0`.',
};

/** Parameters of the path. */
export const pathParameters = (path: string): readonly JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: DESCRIPTIONS[name] ?? name,
    schema: { type: 'string' },
  }));
