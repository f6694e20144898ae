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

/** Of every answer anew, or of the connection. */
const OWN = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding', 'set-cookie']);
const shownBy = ({ status, headers }: Response): string[] => [
  String(status),
  ...[...headers].filter(([name]) => !OWN.has(name)).map(([name, value]) => `${name}: ${value}`),
];

/** What HEAD of an address answers otherwise than GET. */
async function differencesOf(address: string): Promise<string[]> {
  const options = { headers: { 'PRIVATE-TOKEN': owner.token }, redirect: 'manual' } as const;
  const got = await fetch(address, options);
  await got.arrayBuffer();
  const asked = await fetch(address, { ...options, method: 'HEAD' });
  const [first, second] = [shownBy(got), shownBy(asked)];
  return [
    ...first.filter((one) => !second.includes(one)).map((one) => `GET ${one}`),
    ...second.filter((one) => !first.includes(one)).map((one) => `HEAD ${one}`),
    ...((await asked.arrayBuffer()).byteLength > 0 ? ['HEAD has a body'] : []),
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
