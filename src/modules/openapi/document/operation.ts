import type { ApiRoute } from '../api-routes.js';
import { detailsOf, operationId, summaryOf } from '../texts/describe-operation.js';
import { tagOf } from '../texts/tags.js';
import type { ErrorStatus } from './error-responses.js';
import { refusals } from './error-responses.js';
import { headers, PAGE_HEADERS } from './headers.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { isList } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { parametersOf, servesRanges, takesBody, takesParts } from './parameters.js';
import { requestBody } from './request-body.js';
import type { SchemaComponents } from './schema-components.js';
import { scopesOf, securityOf } from './security.js';

/** One operation, from its decorators and the texts. */
export function operationOf(route: ApiRoute, schemas: SchemaComponents): JsonObject {
  const id = operationId(route);
  return {
    operationId: id,
    tags: [tagOf(route.path)],
    summary: summaryOf(route),
    description: [detailsOf(route), rightsOf(route)].filter(Boolean).join(' '),
    parameters: parametersOf(route),
    ...requestBody(route, id, schemas),
    responses: { ...successes(route, schemas), ...refusals(...errorStatuses(route)) },
    security: securityOf(route),
  };
}

/** Required role and scopes. */
function rightsOf(route: ApiRoute): string {
  const { role, anonymous } = route.allow;
  if (role !== undefined) {
    return `${ROLES[String(role)] ?? String(role)}; scopes: ${scopesOf(route).join(' or ')}.`;
  }
  const who = anonymous ? 'Everybody who may see it' : 'Everybody who is signed in';
  return `${who}; scopes of tokens: ${scopesOf(route).join(' or ')}.`;
}

const ROLES: Readonly<Record<string, string>> = {
  '10': 'Guest or more',
  '20': 'Reporter or more',
  '30': 'Developer or more',
  '40': 'Maintainer or more',
  '50': 'Owner',
  admin: 'Administrators',
  insider: 'Signed-in users who are neither external nor bots of tokens',
};

function successes(route: ApiRoute, schemas: SchemaComponents): JsonObject {
  const { status, preview, verb } = route;
  return {
    ...(preview && status !== PREVIEWED
      ? { '200': { description: 'What would happen (`dry_run`).', content: jsonOf(schemas.use(preview)) } }
      : {}),
    [String(status)]: {
      description: DESCRIPTIONS[status] ?? 'Done.',
      ...successHeaders(route),
      ...contentOf(route, schemas),
    },
    ...(asksForWork(route) ? { '204': { description: 'No job is waiting.' } } : {}),
    ...(servesRanges(route)
      ? { '206': { description: 'The part that `Range` asks for.', ...inPart(route, schemas) } }
      : {}),
    ...(verb === 'GET' ? { '304': { description: 'The answer still has the `ETag` of `If-None-Match`.' } } : {}),
  };
}

/** Runners get a job or nothing (contract: triggers §9). */
const asksForWork = ({ verb, path }: ApiRoute): boolean => verb === 'POST' && path === '/jobs/request';

/** Status of every preview; some calls have it without a preview as well. */
const PREVIEWED = 200;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The answer.',
  201: 'Created, or done.',
  202: 'Accepted; the work follows.',
  204: 'Done.',
};

function successHeaders(route: ApiRoute): JsonObject {
  if (route.isPaged) {
    return { headers: PAGE_HEADERS };
  }
  if (route.verb === 'GET') {
    return { headers: headers('ETag', 'Last-Modified') };
  }
  return route.status === 202 && route.answers ? { headers: headers('Location') } : {};
}

const inPart = (route: ApiRoute, schemas: SchemaComponents): JsonObject => ({
  headers: headers('Content-Range'),
  ...contentOf(route, schemas),
});

function contentOf({ answers, preview, status }: ApiRoute, schemas: SchemaComponents): JsonObject {
  if (!answers) {
    return {};
  }
  const schema = Array.isArray(answers) ? { type: 'array', items: schemas.use(answers[0]) } : schemas.use(answers);
  const isEither = preview && status === PREVIEWED;
  return { content: typedContent(isEither ? { anyOf: [schema, schemas.use(preview)] } : schema) };
}

/** Bytes and text declare their media type; everything else is JSON. */
function typedContent(schema: unknown): JsonObject {
  const types = mediaTypesIn(schema);
  return types.length === 0
    ? jsonOf(schema)
    : Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
}

/** The media types of bytes or text, or of a union of these. */
function mediaTypesIn(schema: unknown): string[] {
  const { contentMediaType: type, anyOf }: JsonObject = isJsonObject(schema) ? schema : {};
  if (typeof type === 'string') {
    return [type];
  }
  return isList(anyOf) ? anyOf.flatMap(mediaTypesIn) : [];
}

const jsonOf = (schema: unknown): JsonObject => ({ 'application/json': { schema } });

/** Not every kind of operation can be canceled or paused (contract: conventions §13). */
const isOfferedBySome = ({ verb, path }: ApiRoute): boolean => verb === 'POST' && path.startsWith('/operations/');

/** Several variables may have the key; the filter says which one is read (contract: triggers §11). */
const isChosenByFilter = ({ path }: ApiRoute): boolean => path.endsWith('/variables/:key');

function errorStatuses(route: ApiRoute): ErrorStatus[] {
  const isWrite = route.verb !== 'GET';
  return [
    ...([400, 401, 403] as const),
    404, // also for the user named by sudo, and for records named by parameters (contract: conventions §7, core §13)
    ...(route.isPaged || isOfferedBySome(route) ? [405 as const] : []),
    ...(takesBody(route) ? ([408, 413, 415] as const) : []),
    ...(['PUT', 'PATCH', 'DELETE'].includes(route.verb) ? [412 as const] : []),
    414,
    ...(servesRanges(route) || takesParts(route) ? [416 as const] : []),
    ...(isWrite || isChosenByFilter(route) ? [409 as const] : []),
    ...(isWrite ? [422 as const] : []),
    ...([429, 503] as const),
  ];
}
