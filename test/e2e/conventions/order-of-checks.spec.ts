import { aToken, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import {
  childrenOf,
  firstDemand,
  hasOwnBody,
  hasOwnCredential,
  extraRequirements,
  isOnInstance,
  isRead,
  authorizedRoutes,
  pathWith,
  scopesOf,
  send,
  subjectOf,
  typedParams,
} from '../../support/every-route.js';
import type { ApiRoute, Subjects } from '../../support/every-route.js';
import { seedSubjects } from '../../support/subjects.js';

let app: TestApp;
let routes: ApiRoute[];
let subjects: Subjects;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  routes = authorizedRoutes(app).filter((route) => !hasOwnCredential(route));
  ({ subjects, owner } = await seedSubjects(app));
});
afterAll(() => app.close());

type Expected = { readonly status: number } & Readonly<Record<string, unknown>>;
type Case = readonly [route: ApiRoute, answer: Answer, expected: Expected];

/** Sends one request to each route and shows every answer that is not the one that the rule of the route calls for. */
async function expectEverywhere(cases: readonly (() => Promise<Case | undefined>)[], atLeast = 1): Promise<void> {
  const surprises: unknown[] = [];
  let checked = 0;
  for (const evaluate of cases) {
    const tried = await evaluate();
    if (tried) {
      const [{ verb, path }, answer, expected] = tried;
      checked += 1;
      const found = Object.fromEntries(Object.keys(expected).map((key) => [key, answer[key as keyof Answer]]));
      if (!matches(found, expected)) {
        surprises.push({ route: `${verb} ${path}`, found, expected });
      }
    }
  }
  expect(surprises).toEqual([]);
  expect(checked).toBeGreaterThanOrEqual(atLeast);
}

function matches(found: object, expected: object): boolean {
  try {
    expect(found).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}

const text = (status: number, message: string): Expected => ({ status, text: JSON.stringify({ message }) });
const UNAUTHORIZED = text(401, '401 Unauthorized');
const refusedToken = (description: string): Expected => ({
  status: 401,
  body: { message: '401 Unauthorized', error: 'invalid_token', error_description: description },
});
const forbidden = ({ allow }: ApiRoute): Expected =>
  text(403, allow.reason === undefined ? '403 Forbidden' : `403 Forbidden - ${allow.reason}`);
const hidden = (route: ApiRoute): Expected => text(404, `404 ${subjectOf(route, subjects).noun} Not Found`);

/** Where anybody may ask: wrong parameters, or else a missing credential of the route's own. */
const refusedParams = (route: ApiRoute): Expected => ({ status: typedParams(route).length > 0 ? 400 : 403 });

const subjectPath = (route: ApiRoute): string =>
  pathWith(route, isOnInstance(route) ? {} : subjectOf(route, subjects).params);
const nowhere = (route: ApiRoute): string => pathWith(route);
const managerOf = (route: ApiRoute): ApiClient =>
  route.allow.role === 'admin' || isOnInstance(route) ? app.admin : subjectOf(route, subjects).manager;
/** Every typed parameter of the route, wrong. */
const wrongParams = (route: ApiRoute) =>
  Object.fromEntries(typedParams(route).map((name) => [name, { wrong: 'type' }]));
/** A body that is no parameters cannot say it. */
const sudoPath = (route: ApiRoute): string => nowhere(route) + (hasOwnBody(route) ? '?sudo=nobody-at-all' : '');
const everywhere = (evaluate: (route: ApiRoute) => Promise<Case | undefined>) =>
  routes.map((route) => () => evaluate(route));

describe('every route of the API', () => {
  it('answers 401 without credentials, before any look-up, unless anonymous callers are allowed', () =>
    expectEverywhere(
      everywhere(async (route) => {
        const answer = await send(app.anonymous, route, nowhere(route), wrongParams(route));
        if (!route.allow.anonymous) {
          return [route, answer, UNAUTHORIZED];
        }
        return [route, answer, isOnInstance(route) ? refusedParams(route) : hidden(route)];
      }),
    ));

  it('answers 400 to a body that cannot be read, before the credentials are checked', () =>
    expectEverywhere(
      everywhere(async (route) => {
        if (isRead(route) || hasOwnBody(route)) {
          return undefined;
        }
        const answer = await app.as('nobody').send(route.verb, nowhere(route), '{', {
          headers: { 'Content-Type': 'application/json' },
        });
        return [route, answer, text(400, '400 Bad request - Malformed JSON body')];
      }),
    ));

  it.each([
    ['unknown', 'The token is not known.'],
    ['expired', 'The token has expired.'],
    ['revoked', 'The token has been revoked.'],
  ])('answers 401 to a token that is %s, also where anonymous callers are allowed', async (fault, description) => {
    const token = fault === 'unknown' ? 'slpat_nobody' : await aToken(app, owner.id, { name: fault });
    await app.sql(`update access_tokens set expires_at = '2020-01-01' where name = 'expired'`);
    await app.sql(`update access_tokens set revoked_at = now() where name = 'revoked'`);

    await expectEverywhere(
      everywhere(async (route) => [
        route,
        await send(app.as(token), route, nowhere(route), wrongParams(route)),
        refusedToken(description),
      ]),
    );
  });

  it('answers 403 to a blocked account, whatever its token may do', async () => {
    const blocked = await aUser(app, { admin: true });
    const narrow = await aToken(app, blocked.id, { scopes: ['write_registry'] });
    await app.admin.post(`users/${blocked.id}/block`);

    await expectEverywhere(
      [blocked.token, narrow].flatMap((token) =>
        everywhere(async (route) => [
          route,
          await send(app.as(token), route, nowhere(route), wrongParams(route)),
          text(403, '403 Forbidden - Your account has been blocked.'),
        ]),
      ),
    );
  });

  it('checks sudo before the target', () =>
    expectEverywhere([
      ...everywhere(async (route) => [
        route,
        await send(owner.api, route, sudoPath(route), { sudo: 'nobody-at-all' }),
        text(403, '403 Forbidden - Must be admin to use sudo'),
      ]),
      ...everywhere(async (route) => [
        route,
        await send(app.admin, route, sudoPath(route), { sudo: 'nobody-at-all' }),
        text(404, "404 User with ID or username 'nobody-at-all' Not Found"),
      ]),
    ]));

  it('answers 404 where its record is hidden or missing, before role, scope and parameters are checked', async () => {
    const narrow = app.as(await aToken(app, owner.id, { scopes: ['write_registry'] }));

    await expectEverywhere(
      everywhere(async (route) => {
        if (isOnInstance(route) || route.allow.rightsFirst === true) {
          return undefined;
        }
        const { missing } = subjectOf(route, subjects);
        return [route, await send(narrow, route, pathWith(route, missing), wrongParams(route)), hidden(route)];
      }),
      20,
    );
    await expectEverywhere(
      everywhere(async (route) => {
        const isAnswered403 = isOnInstance(route) || route.allow.rightsFirst === true;
        const stranger = isAnswered403 ? undefined : subjectOf(route, subjects).stranger;
        return stranger && [route, await send(stranger, route, subjectPath(route), wrongParams(route)), hidden(route)];
      }),
      20,
    );
  });

  it('answers 403 before 404 where whether the record exists is for administrators', async () => {
    const isPrivate = (route: ApiRoute) => route.allow.rightsFirst === true;
    const ask = (api: ApiClient, route: ApiRoute) =>
      send(api, route, pathWith(route, subjectOf(route, subjects).missing), wrongParams(route));

    await expectEverywhere(
      routes.filter(isPrivate).map((route) => async () => [route, await ask(owner.api, route), forbidden(route)]),
      10,
    );
    await expectEverywhere(
      routes.filter(isPrivate).map((route) => async () => [route, await ask(app.admin, route), hidden(route)]),
      10,
    );
  });

  it('answers 403 to too low a role, before scope, parameters and children are checked', async () => {
    const narrow = app.as(await aToken(app, owner.id, { scopes: ['write_registry'] }));

    await expectEverywhere(
      everywhere(async (route) => {
        if (route.allow.role === 'admin') {
          return [route, await send(narrow, route, subjectPath(route), wrongParams(route)), forbidden(route)];
        }
        if (route.allow.role === undefined || isOnInstance(route)) {
          return undefined;
        }
        const { guest } = subjectOf(route, subjects);
        return [route, await send(guest, route, subjectPath(route), wrongParams(route)), forbidden(route)];
      }),
      20,
    );
  });

  it('answers 403 to too few scopes, naming sufficient ones, before parameters and children are checked', async () => {
    const { body: root } = await app.admin.get('user');
    await expectEverywhere(
      everywhere(async (route) => {
        const scopes = scopesOf(route);
        const other = ['read_registry', 'read_user', 'read_repository'].find((scope) => !scopes.includes(scope));
        if (other === undefined) {
          return undefined;
        }
        const userId = managerOf(route) === app.admin ? (root.id as number) : owner.id;
        const narrow = app.as(await aToken(app, userId, { scopes: [other] }));
        const expected = {
          status: 403,
          body: {
            error: 'insufficient_scope',
            error_description: "The token's scopes do not cover this request.",
            scope: scopes.join(' '),
          },
        };
        return [route, await send(narrow, route, subjectPath(route), wrongParams(route)), expected];
      }),
      50,
    );
  });

  it('answers 400 to a missing parameter, and then to every wrong one at once, before children are looked up', async () => {
    await expectEverywhere(
      everywhere(async (route) => {
        const name = firstDemand(route);
        const expected = text(400, `400 (Bad request) "${name}" not given`);
        return name === undefined
          ? undefined
          : [route, await send(managerOf(route), route, subjectPath(route)), expected];
      }),
      5,
    );
    await expectEverywhere(
      everywhere(async (route) => {
        const names = typedParams(route);
        if (names.length === 0) {
          return undefined;
        }
        const wrong = { ...extraRequirements(route), ...wrongParams(route) };
        const answer = await send(managerOf(route), route, subjectPath(route), wrong);
        const message = Object.fromEntries(names.map((name) => [name, [expect.stringMatching(/./)]]));
        return [route, answer, { status: 400, body: { message } }];
      }),
      30,
    );
  });

  it('answers 404 for a child that does not exist, once everything else is right', () =>
    expectEverywhere(
      everywhere(async (route) => {
        if (childrenOf(route, subjects).length === 0 || firstDemand(route) !== undefined) {
          return undefined;
        }
        return [
          route,
          await send(managerOf(route), route, subjectPath(route), extraRequirements(route)),
          missingOn(route),
        ];
      }),
      10,
    ));
});

/** A kind of integration that there is not is a route that there is not (contract: integrations §1). */
const missingOn = ({ path }: ApiRoute) =>
  path.includes(':slug')
    ? { status: 404, body: { error: '404 Not Found' } }
    : { status: 404, body: { message: expect.stringMatching(/^404 [A-Z][A-Za-z ]+ Not Found$/) } };
