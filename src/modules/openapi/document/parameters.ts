import type { KeysetKind } from '../../../common/pagination/page-request.js';
import type { DeclaredParam } from '../../../common/params/param-registry.js';
import { declaredParams, requiredGroups } from '../../../common/params/param-registry.js';
import type { ApiRoute } from '../api-routes.js';
import { PARAMETER_TEXTS } from '../texts/parameter-texts.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { isList, reference } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';

const query = (name: string, schema: JsonObject, example?: unknown): JsonObject => ({
  name,
  in: 'query',
  description: PARAMETER_TEXTS[name],
  schema,
  ...(example === undefined ? {} : { example }),
});

/** Ids of projects and groups: digits, or a full path (contract: conventions §2). */
const container = (noun: string, example: string): JsonObject => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `Id of the ${noun}, or its full path, in which \`%2F\` stands for \`/\`.`,
  schema: { type: ['integer', 'string'] },
  example,
});

const requestHeader = (name: string, description: string, isRequired = false): JsonObject => ({
  name,
  in: 'header',
  ...(isRequired ? { required: true } : {}),
  description,
  schema: { type: 'string' },
});

/** Parameters that many operations have (contract: conventions §2, §9 to §12). */
export const PARAMETERS = {
  ProjectId: container('project', 'my-group/my-project'),
  GroupId: container('group', 'my-group'),
  Page: query('page', { type: 'integer', minimum: 1, default: 1 }),
  PerPage: query('per_page', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  Pagination: query('pagination', { type: 'string', enum: ['keyset'] }),
  OrderBy: query('order_by', { type: 'string', default: 'id' }, 'id'),
  Sort: query('sort', { type: 'string', enum: ['asc', 'desc'] }),
  Cursor: query('cursor', { type: 'string' }),
  PageToken: query('page_token', { type: 'string' }),
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'Repeating the request with the same key answers what the first one answered, and does nothing again.',
  ),
  IfMatch: requestHeader('If-Match', 'Does nothing and answers 412 unless the record still has this `ETag`.'),
  IfNoneMatch: requestHeader('If-None-Match', 'Answers 304 while the answer still has this `ETag`.'),
  Range: requestHeader('Range', 'Which bytes to answer, such as `bytes=0-99`.'),
  ContentRange: requestHeader('Content-Range', 'Which bytes of the log the body is, such as `0-99`.', true),
};

type ParameterName = keyof typeof PARAMETERS;
const shared = (name: ParameterName): JsonObject => reference('parameters', name);

export const takesBody = ({ verb }: ApiRoute): boolean => ['POST', 'PUT', 'PATCH'].includes(verb);

/** Whether the answer supports `Range`. */
export const servesRanges = ({ answers }: ApiRoute): boolean => isJsonObject(answers) && answers.servesRanges === true;

/** Whether the body is a part of a log (contract: triggers §9). */
export const takesParts = ({ verb, path }: ApiRoute): boolean => verb === 'PATCH' && path === '/jobs/:job_id/trace';

/** Names of path parameters; the last one may contain slashes. */
export const pathNames = (pattern: string): string[] =>
  [...pattern.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name);

/** Parameters of path, query and headers. */
export function parametersOf(route: ApiRoute): JsonObject[] {
  return [
    ...pathNames(route.path).map((name) => pathParameter(route, name)),
    ...(takesBody(route) ? [] : ownParams(route).flatMap(inQuery)),
    ...pagingParameters(route),
    ...headerParameters(route),
  ];
}

/** Parameters declared by the input class, without those of the path. */
export function ownParams(route: ApiRoute): DeclaredParam[] {
  const inPath = new Set(pathNames(route.path));
  return (route.input ? declaredParams(route.input) : []).filter(({ name }) => !inPath.has(name));
}

export const alternatives = (route: ApiRoute): readonly (readonly string[])[] =>
  route.input ? requiredGroups(route.input) : [];

/** The schema of a parameter including its description. */
export function describedSchema({ name, schema, nullable }: DeclaredParam): JsonObject {
  const isHash = 'properties' in schema;
  const described = { description: PARAMETER_TEXTS[name], ...schema, ...(isHash ? { type: 'object' } : {}) };
  if (isList(schema.anyOf)) {
    return withForms(described, [...schema.anyOf, ...(nullable ? [{ type: 'null' }] : [])]);
  }
  if (!nullable || typeof schema.type !== 'string') {
    return described;
  }
  return {
    ...described,
    type: [schema.type, 'null'],
    ...(isList(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  };
}

/** A value of several forms, or of one. */
function withForms({ anyOf: _, ...described }: JsonObject, forms: readonly unknown[]): JsonObject {
  const [only] = forms;
  return forms.length === 1 && isJsonObject(only) ? { ...described, ...only } : { ...described, anyOf: forms };
}

function pathParameter(route: ApiRoute, name: string): JsonObject {
  if (name === 'id' && route.path.startsWith('/projects/')) {
    return shared('ProjectId');
  }
  if (name === 'id' && route.path.startsWith('/groups/')) {
    return shared('GroupId');
  }
  return {
    name,
    in: 'path',
    required: true,
    description: PATH_TEXTS[`/${route.path.split('/')[1] ?? ''}:${name}`] ?? PARAMETER_TEXTS[name],
    schema: name.endsWith('_id') ? { type: 'integer', format: 'int64' } : { type: 'string' },
  };
}

/** Parameter names whose meaning depends on the first word of the path. */
const PATH_TEXTS: Readonly<Record<string, string>> = {
  '/operations:id': 'Id of the operation.',
  '/namespaces:id': 'Id of the namespace, or its full path, in which `%2F` stands for `/`.',
  '/applications:id': 'Id of the application, or its client id.',
  '/features:name': 'Name of the feature flag.',
  '/projects:name': 'Name or pattern of the protected branch or tag.',
};

function inQuery(param: DeclaredParam): JsonObject[] {
  const { description, ...schema } = describedSchema(param);
  const name = schema.type === 'array' ? `${param.name}[]` : param.name;
  const form = schema.type === 'object' ? { style: 'deepObject', explode: true } : {}; // `h[k]=v`, contract: conventions §3.6
  return [
    { name, in: 'query', ...(param.required ? { required: true } : {}), description, ...form, schema },
    ...param.aliases.map((alias) => ({
      name: alias,
      in: 'query',
      deprecated: true,
      description: `Older name of \`${param.name}\`.`,
      schema,
    })),
  ];
}

/** Parameters of every list, except those that the list declares itself. */
function pagingParameters(route: ApiRoute): JsonObject[] {
  const own = new Set(ownParams(route).map(({ name }) => name));
  const names = route.keyset === undefined ? [] : PAGING[route.keyset];
  return names.filter((name) => !own.has(String(PARAMETERS[name].name))).map(shared);
}

const PAGING: Readonly<Record<KeysetKind, readonly ParameterName[]>> = {
  none: ['Page', 'PerPage'],
  page_token: ['Page', 'PerPage', 'Pagination', 'PageToken'],
  cursor: ['Page', 'PerPage', 'OrderBy', 'Sort', 'Pagination', 'Cursor'],
};

function headerParameters(route: ApiRoute): JsonObject[] {
  const { verb } = route;
  if (verb === 'GET') {
    return [shared('IfNoneMatch'), ...(servesRanges(route) ? [shared('Range')] : [])];
  }
  return [
    shared('IdempotencyKey'),
    ...(verb === 'POST' ? [] : [shared('IfMatch')]),
    ...(takesParts(route) ? [shared('ContentRange')] : []),
  ];
}
