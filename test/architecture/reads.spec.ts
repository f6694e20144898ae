import { aUser } from '../builders/records.js';
import type { TestUser } from '../builders/records.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';
import { authorizedRoutes } from '../support/every-route.js';
import { withOperations } from '../support/openapi.js';
import { seededPath, seedRecords } from '../support/seeded-records.js';
import type { SeededParams } from '../support/seeded-records.js';

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
