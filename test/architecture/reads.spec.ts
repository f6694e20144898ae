import { aUser } from '../builders/records.js';
import type { TestUser } from '../builders/records.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';
import { authorizedRoutes } from '../support/every-route.js';
import { withOperations } from '../support/openapi.js';
import { seededPath, seedRecords } from '../support/seeded-records.js';
import type { SeededParams } from '../support/seeded-records.js';
import { inOneMoment } from '../support/still-clock.js';

let app: TestApp;
let owner: TestUser;
let params: SeededParams;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { admin: true });
  params = await seedRecords(app, owner);
});
afterAll(() => app.close());

const ORDERS = ['order_by=id&sort=asc', 'order_by=id&sort=desc', 'order_by=name&sort=asc'];

describe('every list', () => {
  it('is said to have keyset pagination in OpenAPI exactly where it has', async () => {
    const operations = withOperations((await app.anonymous.get('openapi.json')).text);
    const offering = new Set(
      operations
        .filter(({ parameters }) => parameters.some(({ name }) => name === 'pagination'))
        .map(({ path }) => path.replace('/api/v4', '')),
    );
    const wrong = [];
    for (const route of authorizedRoutes(app).filter(({ isPaged }) => isPaged)) {
      const path = seededPath(route, params);
      const statuses = [];
      for (const order of path === undefined ? [] : ORDERS) {
        for (const api of [owner.api, app.anonymous]) {
          statuses.push((await api.get(`${path}?pagination=keyset&${order}`)).status);
        }
      }
      const isOffered = offering.has(route.path.replace(/[:*](\w+)/g, '{$1}'));
      if (!statuses.includes(isOffered ? 200 : 405) || (!isOffered && statuses.includes(200))) {
        wrong.push([route.path, isOffered, statuses.join()]);
      }
    }

    expect(wrong).toEqual([]);
  });
});

/** Different in every answer, or belonging to the connection. */
const OWN = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding', 'set-cookie']);
const shownBy = ({ status, headers }: Response): ReadonlyMap<string, string> =>
  new Map([['status', String(status)], ...[...headers].filter(([name]) => !OWN.has(name))]);

/** Where HEAD of an address differs from the GETs before and after it, in what these two have in common. */
async function differencesOf(address: string): Promise<string[]> {
  const ask = async (method: string) => {
    const answer = await fetch(address, {
      method,
      headers: { 'PRIVATE-TOKEN': owner.token },
      redirect: 'manual',
    });
    return { shown: shownBy(answer), bytes: (await answer.arrayBuffer()).byteLength };
  };
  const [before, head, after] = [await ask('GET'), await ask('HEAD'), await ask('GET')];
  const names = new Set([...before.shown.keys(), ...head.shown.keys()]);
  const different = [...names].filter(
    (name) =>
      before.shown.get(name) === after.shown.get(name) && // others change by themselves, as free space does
      before.shown.get(name) !== head.shown.get(name),
  );
  return [
    ...different.map((name) => `${name}: GET ${before.shown.get(name)}, HEAD ${head.shown.get(name)}`),
    ...(head.bytes > 0 ? ['HEAD has a body'] : []),
  ];
}

describe('HEAD', () => {
  it('has the status and the headers of GET, and no body, for every read of OpenAPI', async () => {
    const operations = withOperations((await app.anonymous.get('openapi.json')).text);
    await app.sql('update ci_jobs set finished_at = now()'); // one that waits is another with each look
    const wrong: string[][] = [];
    await inOneMoment(app, async () => {
      for (const { path } of operations.filter(({ verb }) => verb === 'GET')) {
        const below = path.replace('/api/v4', '').replace(/\{(\w+)\}/g, ':$1');
        const seeded = path.startsWith('/api/v4') ? seededPath({ path: below }, params) : undefined;
        const address = seeded === undefined ? path.replace(/\{\w+\}/g, '1') : `/api/v4/${seeded}`;
        for (const query of ['', '?ref=main&from=main&to=main&per_page=1']) {
          const differences = await differencesOf(`${app.url}${address}${query}`);
          wrong.push(...(differences.length > 0 ? [[path + query, ...differences]] : []));
        }
      }
    });

    expect(wrong).toEqual([]);
  });
});
