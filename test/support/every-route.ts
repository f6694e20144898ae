import { RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { AllowRule } from '../../src/core/access/allow.decorator.js';
import { READ_SCOPES, WRITE_SCOPES } from '../../src/core/access/scope.js';
import { declaredParams, requiredGroups } from '../../src/common/params/param-registry.js';
import { ApiRoutes } from '../../src/modules/openapi/api-routes.js';
import type { ApiRoute } from '../../src/modules/openapi/api-routes.js';
import { PackageGuard } from '../../src/modules/packages/protocol/package.guard.js';
import type { SlipwayAdapter } from '../../src/platform/http/slipway.adapter.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './app.js';

export type { ApiRoute };

const API = '/api/v4';
/** The description of the routes: it is no record, and has a spec of its own. */
const DOCUMENT = '/openapi.json';
/** Longer than any id of a row. */
export const NO_ID = '999999999';

/** Every API route that the running program serves, but for its description; throws when one is served without @Allow, and without {@link PackageGuard}. */
export function authorizedRoutes(app: TestApp): ApiRoute[] {
  const adapter = app.app.getHttpAdapter() as unknown as SlipwayAdapter;
  const checked = app.app.get(ApiRoutes).all();
  const known = new Set([
    ...checked.map(({ verb, path }) => `${verb} ${API}${path}`),
    ...packageRoutes(app).map(({ verb, pattern }) => `${verb} ${pattern}`),
  ]);
  const unchecked = adapter.table
    .routes()
    .map(({ verb, pattern }) => `${verb} ${pattern}`)
    .filter((route) => route.includes(` ${API}/`) && !known.has(route));
  if (unchecked.length > 0) {
    throw new Error(`Served without @Allow and without PackageGuard: ${unchecked.join(', ')}`);
  }
  return checked.filter(({ path }) => path !== DOCUMENT);
}

interface ServedRoute {
  readonly verb: string;
  readonly pattern: string;
}

/** Routes of package managers: {@link PackageGuard} authorizes them, by credentials that the API does not take. */
export function packageRoutes({ app }: TestApp): ServedRoute[] {
  const scanner = new MetadataScanner();
  const classes = app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .map(({ metatype }) => metatype as { readonly prototype: Readonly<Record<string, object>> });
  return classes
    .filter((metatype) => [Reflect.getMetadata('__guards__', metatype)].flat().includes(PackageGuard))
    .flatMap((metatype) =>
      scanner.getAllMethodNames(metatype.prototype).flatMap((name) => {
        const method = metatype.prototype[name]!;
        const verb = RequestMethod[Reflect.getMetadata('method', method) as RequestMethod];
        const ends = pathsOf(method);
        return pathsOf(metatype).flatMap((start) =>
          ends.map((end) => ({ verb, pattern: [API, start, end].filter((part) => part !== '').join('/') })),
        );
      }),
    );
}

/** Without slashes at the ends; none for methods that are no routes. */
const pathsOf = (declared: object): string[] =>
  [(Reflect.getMetadata('path', declared) as string | string[] | undefined) ?? []]
    .flat()
    .map((part) => part.replace(/^\/|\/$/g, ''));

/** A target of routes, and users with different rights on it. */
export interface Subject {
  readonly noun: string;
  /** Path parameters that name it. */
  readonly params: Readonly<Record<string, string>>;
  /** Path parameters that name nothing. */
  readonly missing: Readonly<Record<string, string>>;
  /** May do everything there that is not for administrators. */
  readonly manager: ApiClient;
  /** Sees it, with the least role. */
  readonly guest: ApiClient;
  /** Is signed in and does not see it; absent where everybody signed in sees all of the kind. */
  readonly stranger?: ApiClient;
}

/** By the `on` of a rule: `project`, `group`, or the name of a resolver class. */
export type Subjects = Readonly<Record<string, Subject>>;

export const isOnInstance = (route: ApiRoute): boolean => route.allow.on === 'instance';
const nameOf = (on: AllowRule['on']): string => (typeof on === 'string' ? on : on.name);

/** Throws for a resolver that the table does not know, so that no new kind of target goes untested. */
export function subjectOf({ allow, name }: ApiRoute, subjects: Subjects): Subject {
  const subject = subjects[nameOf(allow.on)];
  if (!subject) {
    throw new Error(`${name} is about a ${nameOf(allow.on)}: give the table of subjects one.`);
  }
  return subject;
}

/** The route's path with these parameters, and names of nothing for all others. */
export const pathWith = (route: ApiRoute, params: Readonly<Record<string, string>> = {}): string =>
  route.path.slice(1).replace(/:(\w+)/g, (_all, name: string) => params[name] ?? NO_ID);

/** Parameters of the path that name children, below the target of the route. */
export function childrenOf(route: ApiRoute, subjects: Subjects): string[] {
  const own = isOnInstance(route) ? [] : Object.keys(subjectOf(route, subjects).params);
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => !own.includes(name));
}

export const isRead = (route: ApiRoute): boolean => route.verb === 'GET';
export const scopesOf = (route: ApiRoute): readonly string[] =>
  route.allow.scopes ?? (isRead(route) ? READ_SCOPES : WRITE_SCOPES);

/** The first name in `"..." not given` for a request without parameters; undefined when none is demanded. */
export function firstDemand({ input }: ApiRoute): string | undefined {
  if (!input) {
    return undefined;
  }
  const single = declaredParams(input).find(({ required }) => required)?.name;
  return single ?? requiredGroups(input)[0]?.join(', ');
}

/** Requirements that a declaration cannot express, such as one of two names for the same thing. */
const EXTRA_REQUIREMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'DELETE /projects/:id/registry/repositories/:repository_id/tags': { name_regex_delete: 'nothing' },
  'POST /projects/:id/repository/commits': { actions: 'none' },
  'PUT /projects/:id/alert_management_alerts/:alert_id': { status: 'ignored' },
  'PUT /projects/:id/incidents/:incident_id': { state_event: 'close' },
};

/**
 * Routes that a credential of their own opens, and no caller: they have specs of their own (contract: triggers §9,
 * §14).
 */
const OWN_CREDENTIALS: ReadonlySet<string> = new Set([
  'POST /projects/:id/trigger/pipeline',
  'POST /projects/:id/ref/*ref/trigger/pipeline',
  'GET /projects/:id/trigger/pipeline/:pipeline_id',
  'PUT /jobs/:job_id',
  'POST /projects/:id/integrations/:slug/trigger',
  'POST /projects/:id/services/:slug/trigger',
  'PATCH /jobs/:job_id/trace',
  'GET /jobs/:job_id/artifacts',
  'POST /jobs/:job_id/artifacts',
]);
export const hasOwnCredential = ({ verb, path }: ApiRoute): boolean => OWN_CREDENTIALS.has(`${verb} ${path}`);

/** Routes whose body holds no parameters. */
const OWN_BODIES: ReadonlySet<string> = new Set(['PATCH /jobs/:job_id/trace', 'POST /jobs/:job_id/artifacts']);
export const hasOwnBody = ({ verb, path }: ApiRoute): boolean => OWN_BODIES.has(`${verb} ${path}`);

/** Routes that answer stored bytes of any type. */
export const sendsFiles = ({ path }: ApiRoute): boolean => /\/(raw|trace|artifacts|download|archive[^/]*)$/.test(path);

/** Parameters without which the route refuses before it looks for children, beyond those of {@link firstDemand}. */
export const extraRequirements = ({ verb, path }: ApiRoute): Readonly<Record<string, string>> =>
  EXTRA_REQUIREMENTS[`${verb} ${path}`] ?? {};

/** Names of the parameters that can have a wrong type, without those of the path. */
export function typedParams(route: ApiRoute): string[] {
  const declared = route.input ? declaredParams(route.input) : [];
  const typed = declared.filter(({ schema, onlyFromAdmins }) => 'type' in schema && !onlyFromAdmins);
  const names = typed.map(({ name }) => name);
  return [...names, ...(route.isPaged ? ['page', 'per_page'] : [])].filter((name) => !route.path.includes(`:${name}`));
}

/** The same parameters where this route takes them from: the query of a GET, else a JSON body. */
export function send(api: ApiClient, route: ApiRoute, path: string, params: Readonly<Record<string, unknown>> = {}) {
  return isRead(route)
    ? api.get(`${path}?${inQuery(params)}`)
    : api.send(route.verb, path, Object.keys(params).length === 0 ? undefined : params);
}

const inQuery = (params: Readonly<Record<string, unknown>>): string =>
  Object.entries(params)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([key, inner]) => `${name}[${key}]=${encodeURIComponent(String(inner))}`)
            .join('&')
        : `${name}=${encodeURIComponent(String(value))}`,
    )
    .join('&');
