import { Client } from 'pg';
import { createDatabase } from '../../support/postgres.js';
import type { TestDatabase } from '../../support/postgres.js';
import { ADMIN_PASSWORD } from '../../support/app.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { WebBrowser } from '../../support/web-browser.js';

const FAMILIES = 6;
const KILL_AFTER = 40;
const CALLBACK = 'http://localhost/cb';

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
beforeAll(async () => {
  database = await createDatabase();
  dataDir = await aDataDir();
});
afterAll(async () => {
  await database.drop();
  await dataDir.remove();
});

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface Family {
  /** The last pair that was answered. */
  known: Pair;
  /** Whether a refresh got no answer. */
  isInDoubt: boolean;
}

const start = (): Promise<Service> => {
  const { host, user, database: name } = database.connection;
  const url = `postgres:///${name}?host=${encodeURIComponent(host)}&user=${user}`;
  return startService({ DATA_DIR: dataDir.path, DATABASE_URL: url });
};

const rows = async (text: string): Promise<Record<string, unknown>[]> => {
  const client = new Client(database.connection);
  await client.connect();
  const found = await client.query(text);
  await client.end();
  return found.rows;
};

const token = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });

async function aFamily({ url }: Service, client: Record<string, string>, browser: WebBrowser): Promise<Family> {
  const request = { client_id: client.client_id ?? '', redirect_uri: CALLBACK, response_type: 'code' };
  const answer = await browser.get(`/oauth/authorize?${new URLSearchParams(request).toString()}`);
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const exchange = { ...client, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  return { known: (await (await token(url, exchange)).json()) as Pair, isInDoubt: false };
}

describe('POST /oauth/token while the service is killed', () => {
  it('leaves each family one live pair, and every answer stays true', async () => {
    const service = await start();
    const application = { name: 'A', redirect_uri: CALLBACK, scopes: 'api', trusted: true };
    const { body } = await service.admin.post('applications', application);
    const client = { client_id: body.application_id, client_secret: body.secret };
    const browser = new WebBrowser(service.url);
    await browser.signIn('root', ADMIN_PASSWORD);
    const families: Family[] = [];
    for (let created = 0; created < FAMILIES; created++) {
      families.push(await aFamily(service, client, browser));
    }
    let answered = 0;
    await Promise.all(
      families.map(async (family) => {
        while (!family.isInDoubt) {
          const asked = { ...client, grant_type: 'refresh_token', refresh_token: family.known.refresh_token };
          const pair = await token(service.url, asked)
            .then((answer) => answer.json() as Promise<Pair>)
            .catch(() => null);
          family.isInDoubt = pair === null;
          family.known = pair ?? family.known;
          answered += 1;
          if (answered === KILL_AFTER) {
            service.process.kill('SIGKILL');
          }
        }
      }),
    );
    await service.end('SIGKILL');

    const again = await start();
    const live = await rows(`
      select f.id,
             (select count(*)::int from oauth_access_tokens a where a.family_id = f.id and a.revoked_at is null) as access,
             (select count(*)::int from oauth_refresh_tokens r
              where r.family_id = f.id and r.consumed_at is null and r.revoked_at is null) as refresh,
             (select count(*)::int from oauth_access_tokens a join oauth_refresh_tokens r on r.id = a.refresh_token_id
              where a.family_id = f.id and a.revoked_at is null and r.consumed_at is null) as pairs
      from oauth_families f where f.revoked_at is null order by f.id`);
    expect(answered).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(live.map(({ access, refresh, pairs }) => [access, refresh, pairs])).toEqual(
      Array.from({ length: FAMILIES }, () => [1, 1, 1]),
    );
    for (const { known } of families) {
      const asked = { ...client, grant_type: 'refresh_token', refresh_token: known.refresh_token };
      const answer = await token(again.url, asked);
      const { error } = (await answer.json()) as { error?: string };
      // a refresh without an answer happened whole or not at all
      expect([200, 400]).toContain(answer.status);
      expect([undefined, 'invalid_grant']).toContain(error);
    }
    await again.end('SIGTERM');
  });
});
