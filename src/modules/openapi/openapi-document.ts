import { declaredParams, requiredGroups } from '../../common/params/param-registry.js';
import type { DeclaredParam } from '../../common/params/param-registry.js';
import { READ_SCOPES, WRITE_SCOPES } from '../../core/access/scope.js';
import type { ApiRoute } from './api-routes.js';
import { ERROR_ANSWERS, ERROR_SCHEMAS } from './error-answers.js';

interface Site {
  readonly baseUrl: string;
  readonly version: string;
}

const PAGE_PARAMS = [
  { name: 'page', schema: { type: 'integer', minimum: 1, default: 1 } },
  { name: 'per_page', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  { name: 'pagination', schema: { type: 'string', enum: ['keyset'] } },
  { name: 'cursor', schema: { type: 'string' } },
];

/** OpenAPI 3.1 of every API route (contract: conventions §21.8). */
export function openApiDocument(routes: readonly ApiRoute[], site: Site) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.verb.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Slipway', version: site.version, description: 'The version 4 REST API of Slipway.' },
    servers: [{ url: `${site.baseUrl}/api/v4` }],
    security: [{ privateToken: [] }, { bearer: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        privateToken: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: ERROR_SCHEMAS,
    },
  };
}

const takesBody = (route: ApiRoute): boolean => ['POST', 'PUT', 'PATCH'].includes(route.verb);

function operationOf(route: ApiRoute) {
  const params = route.input ? declaredParams(route.input) : [];
  return {
    operationId: route.name,
    tags: [route.group],
    description: rightsOf(route),
    parameters: [...pathParams(route), ...queryParams(route, params)],
    ...(takesBody(route) && route.input ? { requestBody: bodyOf(route.input, params) } : {}),
    responses: { [String(route.status)]: successOf(route), ...previewOf(route), ...errorsOf(route) },
  };
}

/** One sentence: who may call it, with which scopes. */
function rightsOf({ allow, verb }: ApiRoute): string {
  const who =
    allow.role === undefined
      ? allow.anonymous
        ? 'Everybody who sees it.'
        : 'Signed in.'
      : `Role: ${nameOfRole(allow.role)}.`;
  const scopes = allow.scopes ?? (verb === 'GET' ? READ_SCOPES : WRITE_SCOPES);
  return `${who} Scopes: ${scopes.join(' or ')}.`;
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  '10': 'Guest',
  '20': 'Reporter',
  '30': 'Developer',
  '40': 'Maintainer',
  '50': 'Owner',
  admin: 'administrator',
};
const nameOfRole = (role: number | string): string => ROLE_NAMES[String(role)] ?? String(role);

function pathParams(route: ApiRoute) {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('_id') ? { type: 'integer' } : { type: 'string' },
    ...(name === 'id' ? { description: 'The id, or the full path with `/` written as `%2F`.' } : {}),
  }));
}

function queryParams(route: ApiRoute, params: readonly DeclaredParam[]) {
  const own = takesBody(route)
    ? []
    : params.flatMap(({ name, aliases, required, schema }) => [
        { name, in: 'query', required, schema },
        ...aliases.map((alias) => ({ name: alias, in: 'query', required: false, deprecated: true, schema })),
      ]);
  const paging = route.isPaged ? PAGE_PARAMS.map((param) => ({ ...param, in: 'query', required: false })) : [];
  return [...own, ...paging];
}

function bodyOf(input: new () => object, params: readonly DeclaredParam[]) {
  const required = params.filter((param) => param.required).map(({ name }) => name);
  const groups = requiredGroups(input).map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) }));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(params.map(({ name, schema: held }) => [name, held])),
    ...(required.length > 0 ? { required } : {}),
    ...(groups.length > 0 ? { allOf: groups } : {}),
  };
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  return {
    required: required.length > 0 || groups.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

function successOf(route: ApiRoute) {
  if (!route.answers) {
    return { description: 'Done.' };
  }
  const schema = Array.isArray(route.answers) ? { type: 'array', items: route.answers[0] as object } : route.answers;
  return { description: route.status === 202 ? 'Scheduled.' : 'Done.', content: { 'application/json': { schema } } };
}

const previewOf = ({ preview }: ApiRoute) =>
  preview ? { '200': { description: 'Preview.', content: { 'application/json': { schema: preview } } } } : {};

function errorsOf(route: ApiRoute) {
  const statuses = [
    400,
    401,
    403,
    ...(route.path.includes(':') ? [404] : []),
    ...(['PUT', 'PATCH', 'DELETE'].includes(route.verb) ? [412] : []),
    ...(route.verb === 'GET' ? [] : [409, 422]),
    429,
  ];
  return Object.fromEntries(statuses.map((status) => [String(status), ERROR_ANSWERS[status]]));
}
