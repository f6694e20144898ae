import type { DeclaredParam } from '../../../common/params/param-registry.js';
import type { ApiRoute } from '../api-routes.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { isList } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { alternatives, describedSchema, ownParams, takesBody } from './parameters.js';
import type { SchemaComponents } from './schema-components.js';

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** The body of a request: its parameters in any of the three media types, or bytes. */
export function requestBody(route: ApiRoute, id: string, schemas: SchemaComponents): JsonObject {
  if (route.readsOwnBody) {
    return { requestBody: { required: true, content: OWN_BODIES[route.path] ?? BYTES } };
  }
  if (route.describedBody) {
    const described = { schema: schemas.use(route.describedBody) };
    return { requestBody: { required: true, content: Object.fromEntries(TYPES.map((type) => [type, described])) } };
  }
  const params = takesBody(route) ? ownParams(route) : [];
  if (params.length === 0) {
    return {};
  }
  const groups = alternatives(route);
  const schema = schemas.add(`${id.charAt(0).toUpperCase()}${id.slice(1)}Body`, bodySchema(params, groups));
  return {
    requestBody: {
      required: groups.length > 0 || params.some(({ required }) => required),
      content: Object.fromEntries(TYPES.map((type) => [type, { schema, ...exampleOf(type, params, groups) }])),
    },
  };
}

const BYTES: JsonObject = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const OWN_BODIES: Readonly<Record<string, JsonObject>> = {
  '/jobs/:job_id/trace': { 'text/plain': { schema: { type: 'string' } } },
  '/jobs/:job_id/artifacts': {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { type: 'string', format: 'binary', description: 'The archive or report.' },
          artifact_type: { type: 'string', description: 'What the file is; `archive` when absent.' },
          artifact_format: { type: 'string', description: 'Format of the file.' },
          expire_in: { type: 'string', description: 'Duration after which it is deleted.' },
        },
      },
    },
  },
};

function bodySchema(params: readonly DeclaredParam[], groups: readonly (readonly string[])[]): JsonObject {
  const required = params.filter((param) => param.required && param.aliases.length === 0).map(({ name }) => name);
  const aliased = params.filter((param) => param.required && param.aliases.length > 0);
  const oneOf = [...groups, ...aliased.map(({ name, aliases }) => [name, ...aliases])].map((names) => ({
    anyOf: names.map((name) => ({ required: [name] })),
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(params.flatMap(properties)),
    ...(required.length > 0 ? { required } : {}),
    ...(oneOf.length > 0 ? { allOf: oneOf } : {}),
  };
}

const properties = (param: DeclaredParam): [string, JsonObject][] => [
  [param.name, describedSchema(param)],
  ...param.aliases.map((alias): [string, JsonObject] => [
    alias,
    { ...describedSchema(param), deprecated: true, description: `Older name of \`${param.name}\`.` },
  ]),
];

/** An example with the required parameters, of alternatives the first one. */
function exampleOf(type: string, params: readonly DeclaredParam[], groups: readonly (readonly string[])[]): JsonObject {
  const chosen = new Set(groups.flatMap(([name = '']) => [name, ...(NOT_WITHOUT[name] ?? [])]));
  const needed = params.filter(({ name, required }) => required || chosen.has(name));
  if (type !== 'application/json' || needed.length === 0) {
    return {};
  }
  return { example: Object.fromEntries(needed.map((param) => [param.name, exampleValue(param)])) };
}

function exampleValue({ name, schema }: Pick<DeclaredParam, 'name' | 'schema'>): unknown {
  if (isJsonObject(schema.items)) {
    const known = exampleValue({ name, schema: schema.items });
    return isList(known) ? known : [known];
  }
  if (isList(schema.enum)) {
    return schema.enum[0];
  }
  return (schema.type === 'boolean' ? undefined : EXAMPLES[name]) ?? byType(schema);
}

/** The required parameters of an alternative. */
const NOT_WITHOUT: Readonly<Record<string, readonly string[]>> = { file_name: ['content'] };

const byType = ({ type, format, minimum }: JsonObject): unknown => {
  if (type === 'integer') {
    return typeof minimum === 'number' ? Math.max(minimum, 1) : 1;
  }
  return type === 'boolean' ? true : format === 'date' ? '2030-01-31' : 'example';
};

const EXAMPLES: JsonObject = {
  actions: [{ action: 'create', file_path: 'README.md', content: 'Hello' }],
  branch: 'main',
  commit_message: 'Add a README',
  content: 'Hello',
  description: 'Nightly build',
  email: 'ada@example.com',
  file_name: 'notes.md',
  key: 'DEPLOY_TARGET',
  name: 'My project',
  password: 'correct-horse-battery',
  path: 'my-group',
  redirect_uri: 'https://app.example/callback',
  ref: 'main',
  scopes: ['read_api'],
  tag_name: 'v1.0.0',
  title: 'A snippet',
  token: 'the-token',
  username: 'ada',
  value: 'production',
};
