import { aPublicApplication } from '../../builders/oauth.js';
import type { TestApplication } from '../../builders/oauth.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

const LARGE = 9_900_000;
const FORM = 'application/x-www-form-urlencoded';

let app: TestApp;
let service: WatchedService;
let application: TestApplication;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  application = await aPublicApplication(app);
  service = await startWatched(app);
}, 240_000);
afterAll(async () => {
  await service.end();
  await app.close();
});

const filled = (unit: string): string => unit.repeat(LARGE / Buffer.byteLength(unit));

/** Sends a scope; answers how long the service was blocked at the least. */
const leastBlock = (path: string, params: string, scope: string): Promise<number> =>
  service.leastBlock(async () => {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: `${params}&scope=${scope}`,
    });

    expect(answer.status).toBe(400);
  });

describe('POST to the OAuth endpoints of clients with bodies that nobody needs', () => {
  it.each(['a+', 'é+', '%41+', 'a,'])(
    'blocks nobody for long by a device request with a scope of many %j',
    async (unit) => {
      const params = `client_id=${application.uid}`;

      expect(await leastBlock('/oauth/authorize_device', params, filled(unit))).toBeLessThan(MAX_BLOCK_MS);
    },
  );

  it.each(['é+', '+'])('blocks nobody for long by a grant with a scope of many %j', async (unit) => {
    const params = 'grant_type=password&username=nobody&password=nothing';

    expect(await leastBlock('/oauth/token', params, filled(unit))).toBeLessThan(MAX_BLOCK_MS);
  });
});
