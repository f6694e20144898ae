import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGES_ENABLED: 'false' } });
  id = ((await app.admin.post('projects', { path: 'p', visibility: 'public' })).body as { id: number }).id;
});
afterAll(() => app.close());

const ROUTES: readonly (readonly ['GET' | 'PUT' | 'POST' | 'DELETE', () => string])[] = [
  ['GET', () => `projects/${id}/packages`],
  ['DELETE', () => `projects/${id}/packages/1`],
  ['POST', () => `projects/${id}/packages/1/restore`],
  ['GET', () => 'groups/1/packages'],
  ['PUT', () => `projects/${id}/packages/settings`],
  ['GET', () => `projects/${id}/packages/npm/tool`],
];

/** Whatever is sent beside a request, and would be refused elsewhere. */
const SENT: readonly (readonly [string, Record<string, string>])[] = [
  ['nothing', {}],
  ['an unknown token', { 'PRIVATE-TOKEN': 'unknown' }],
  ['an unknown job token', { 'JOB-TOKEN': 'unknown' }],
  ['sudo without a caller', { Sudo: 'root' }],
];

describe('with PACKAGES_ENABLED=false', () => {
  it.each(ROUTES)('%s of a package address is 404 for everybody', async (method, path) => {
    const answers = await Promise.all(
      SENT.map(async ([sent, headers]) => {
        const response = await fetch(`${app.url}/api/v4/${path()}`, { method, headers });
        return { sent, status: response.status, body: await response.json() };
      }),
    );

    expect(answers).toEqual(SENT.map(([sent]) => ({ sent, status: 404, body: { message: '404 Not Found' } })));
  });
});
