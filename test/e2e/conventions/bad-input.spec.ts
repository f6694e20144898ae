import { jest } from '@jest/globals';
import { aToken } from '../../builders/records.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { declaredParams } from '../../../src/common/params/param-registry.js';
import {
  childrenOf,
  extraRequirements,
  isOnInstance,
  isRead,
  authorizedRoutes,
  pathWith,
  send,
  sendsFiles,
  subjectOf,
  typedParams,
} from '../../support/every-route.js';
import type { ApiRoute } from '../../support/every-route.js';
import { seedSubjects } from '../../support/subjects.js';
import type { SeededSubjects } from '../../support/subjects.js';

jest.setTimeout(240_000);

let app: TestApp;
let routes: ApiRoute[];
/** For inputs that every route refuses, and so change nothing. */
let shared: Round;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  shared = await aRound();
  const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
  routes = authorizedRoutes(app).sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
});
afterAll(() => app.close());

/** Valid values would change how all later requests are checked. */
const UNSAFE = new Set(['PUT /application/settings']);
/** The others of a round still need these. */
const LAST_OF_ITS_ROUND = ['/block', '/deactivate', '/archive', '/self', '/self/rotate'];

interface Round extends SeededSubjects {
  /** An administrator with a token that may be lost. */
  readonly admin: ApiClient;
}

const aRound = async (): Promise<Round> => ({ ...(await seedSubjects(app)), admin: app.as(await aToken(app, 1)) });

const pathOf = (route: ApiRoute, { subjects }: Round): string =>
  pathWith(route, isOnInstance(route) ? {} : subjectOf(route, subjects).params);
const callerOf = (route: ApiRoute, { subjects, admin }: Round): ApiClient =>
  route.allow.role === 'admin' || isOnInstance(route) ? admin : subjectOf(route, subjects).manager;

/** Sends something to every route and shows the answers that are not well. */
async function expectEverywhere(
  well: (answer: Answer, route: ApiRoute) => boolean,
  ask: (route: ApiRoute, round: Round) => Promise<Answer | undefined>,
  round = shared,
): Promise<void> {
  const isLast = ({ path }: ApiRoute) => LAST_OF_ITS_ROUND.some((end) => path.endsWith(end));
  const surprises: string[] = [];
  for (const route of [...routes.filter((one) => !isLast(one)), ...routes.filter(isLast)]) {
    const answer = await ask(route, round);
    if (answer && !well(answer, route)) {
      surprises.push(`${route.verb} ${route.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  }
  expect(surprises).toEqual([]);
}

const isRefusal = ({ status }: Answer): boolean => status >= 400 && status < 500;
const isNoFailure = ({ status }: Answer): boolean => status < 500;
const hasJson = ({ headers, text, status }: Answer): boolean =>
  text === '' ? status < 300 : (headers.get('content-type') ?? '').includes('json');
const allOf = (route: ApiRoute, value: unknown) => Object.fromEntries(typedParams(route).map((name) => [name, value]));

describe('every route with bad input', () => {
  it.each<[string, unknown]>([
    ['the least 64-bit integer', '-9223372036854775808'],
    ['the greatest 64-bit integer', '9223372036854775807'],
    ['an integer beyond', '9223372036854775808'],
    ['zero', 0],
    ['a fraction', 1.5],
    ['a word', 'nonsense'],
    ['an empty text', ''],
    ['a blank', ' '],
    ['null', null],
    ['true', true],
    ['an empty list', []],
    ['lists of lists', [[['x']]]],
    ['a hash', { a: { b: ['c'] } }],
    ['the first day', '0001-01-01'],
    ['the last moment', '9999-12-31T23:59:59.999Z'],
    ['a pattern', '%_\\\'";--$1{}()[]*+?'],
    ['signs beyond ASCII', '🚀\u202E\uFFFE\u0301é'],
  ])('does not fail for %s as every parameter', async (_name, value) => {
    await expectEverywhere(
      (answer, route) => isNoFailure(answer) && (hasJson(answer) || sendsFiles(route)),
      (route, round) =>
        UNSAFE.has(`${route.verb} ${route.path}`) || (typedParams(route).length === 0 && route.verb !== 'GET')
          ? Promise.resolve(undefined)
          : send(callerOf(route, round), route, pathOf(route, round), allOf(route, value)),
      await aRound(),
    );
  });

  it('refuses a text that is too long for every parameter', async () => {
    const isText = (route: ApiRoute) =>
      route.input !== undefined && declaredParams(route.input).some(({ schema }) => 'maxLength' in schema);

    await expectEverywhere(isRefusal, (route, round) => {
      const value = 'x'.repeat(isRead(route) ? 7000 / Math.max(1, typedParams(route).length) : 150_000);
      return isText(route) && value.length > 1000
        ? send(callerOf(route, round), route, pathOf(route, round), allOf(route, value))
        : Promise.resolve(undefined);
    });
  });

  it('does not fail for 2 MiB of JSON', async () => {
    const letters = 'x'.repeat(512 * 1024);
    const body = JSON.stringify({ name: Array(2 ** 18).fill(1), path: letters, email: letters, content: letters });
    await expectEverywhere(
      isNoFailure,
      (route, round) =>
        isRead(route) || route.verb === 'DELETE'
          ? Promise.resolve(undefined)
          : callerOf(route, round).send(route.verb, pathOf(route, round), body, {
              headers: { 'Content-Type': 'application/json' },
            }),
      await aRound(),
    );
  }, 240_000);

  it.each([
    ['application/json', '{"name":'],
    ['application/json', '"name"'],
    ['application/json', '{"name":"\\u0000"}'],
    ['application/x-www-form-urlencoded', 'name=%ff'],
    ['application/x-www-form-urlencoded', 'name=%zz'],
    ['application/x-www-form-urlencoded', `x${'[a]'.repeat(50)}=1`],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n'],
    ['multipart/form-data', 'x'],
    ['text/plain', 'x'],
  ])('refuses a %s body %j', async (type, body) => {
    await expectEverywhere(isRefusal, (route, round) =>
      isRead(route)
        ? Promise.resolve(undefined)
        : callerOf(route, round).send(route.verb, pathOf(route, round), body, { headers: { 'Content-Type': type } }),
    );
  });

  it.each(['x=%ff', 'x=%zz', '%00=1', `x${'[a]'.repeat(50)}=1`])('refuses the query %s', async (query) => {
    await expectEverywhere(isRefusal, (route, round) =>
      callerOf(route, round).send(route.verb, `${pathOf(route, round)}?${query}`),
    );
  });

  it('refuses ids that name nothing, or nothing that can exist', async () => {
    const ids = [
      '0',
      '999999999',
      '9223372036854775807',
      '9'.repeat(60),
      '%00',
      '%ff',
      '..%2F..',
      'x'.repeat(3000),
      '%F0%9F%9A%80',
      "'--",
    ];
    for (const [turn, id] of ids.entries()) {
      await expectEverywhere(isRefusal, (route, round) => {
        if (routes.indexOf(route) % 3 !== turn % 3) {
          return Promise.resolve(undefined); // a third of the ids for each route
        }
        const names = isOnInstance(route) ? [] : Object.keys(subjectOf(route, round.subjects).missing);
        const path = pathWith(
          route,
          Object.fromEntries([...names, ...childrenOf(route, round.subjects)].map((name) => [name, id])),
        );
        return names.length === 0 ? Promise.resolve(undefined) : send(callerOf(route, round), route, path);
      });
    }
  });

  it('answers 404 for a child of another project', async () => {
    const other = await seedSubjects(app);
    const foreign = async (position: string) =>
      String((await other.owner.api.post(`${position}/access_tokens`, { name: 'x', scopes: ['api'] })).body.id);
    const children: Record<string, string> = {
      token_id: await foreign(`projects/${other.subjects.project!.params.id}`),
      user_id: String(other.owner.id),
      audit_event_id: String(
        (await other.owner.api.get(`groups/${other.subjects.group!.params.id}/audit_events`)).body[0].id,
      ),
      repository_id: other.subjects.ImageRepositoryResolver!.params.repository_id!,
    };

    await expectEverywhere(
      ({ status, text }) => status === 404 && /^\{"message":"404 [A-Z][\w ]+ Not Found"\}$/.test(text),
      (route, round) => {
        const own = childrenOf(route, round.subjects);
        const asks = own.length > 0 && own.every((name) => name in children) && !route.path.startsWith('/users/');
        const params = isOnInstance(route) ? {} : subjectOf(route, round.subjects).params;
        return asks
          ? send(callerOf(route, round), route, pathWith(route, { ...children, ...params }), {
              access_level: 10,
              ...extraRequirements(route),
            })
          : Promise.resolve(undefined);
      },
    );
  });
});
