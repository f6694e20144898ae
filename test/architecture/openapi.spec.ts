import type { SlipwayAdapter } from '../../src/platform/http/slipway.adapter.js';
import { ApiRoutes } from '../../src/modules/openapi/api-routes.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

const API = '/api/v4';
/** Public routes below the API's prefix: the guard does not check them, and they describe themselves. */
const PUBLIC = new Set([`GET ${API}/openapi.json`]);

describe('GET /openapi.json', () => {
  it('has every route of the API with parameters, success and errors', async () => {
    const adapter = app.app.getHttpAdapter() as unknown as SlipwayAdapter;
    const served = adapter.table
      .routes()
      .filter(({ pattern }) => pattern.startsWith(`${API}/`))
      .map(({ verb, pattern }) => `${verb} ${pattern}`)
      .filter((route) => !PUBLIC.has(route));
    const { body } = await app.anonymous.get('openapi.json');

    const described = Object.entries(body.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs as object).map((verb) => `${verb.toUpperCase()} ${API}${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );

    expect(described.sort()).toEqual(served.sort());
  });

  it('has a schema of the answer of every route', () => {
    const silent = app.app
      .get(ApiRoutes)
      .all()
      .filter((route) => route.answers === undefined)
      .map((route) => route.name);

    expect(silent).toEqual([]);
  });

  it('has the paging parameters of every list', () => {
    const lists = app.app
      .get(ApiRoutes)
      .all()
      .filter((route) => Array.isArray(route.answers) && !route.isPaged);

    expect(lists.map((route) => route.name)).toEqual([]);
  });
});

describe('GET /api/docs', () => {
  it('serves the page and its assets from the package', async () => {
    const page = await app.anonymous.get('/api/docs');
    expect(page.status).toBe(200);
    for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      expect((await app.anonymous.get(`/api/docs/${asset}`)).status).toBe(200);
    }
    expect((await app.anonymous.get('/api/docs/package.json')).status).toBe(404);
  });
});
