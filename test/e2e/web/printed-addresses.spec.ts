import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { isRead, authorizedRoutes, sendsFiles } from '../../support/every-route.js';
import { seededPath, seedRecords } from '../../support/seeded-records.js';
import type { SeededParams } from '../../support/seeded-records.js';
import { WebBrowser } from '../../support/web-browser.js';

/** Addresses that users entered, which lead to other sites. */
const OF_PEOPLE = new Set(['target_url', 'website_url', 'callback_url']);
/** Paths of this service are printed under these names. */
const PATHS = new Set(['details_path', 'web_path', 'favicon', 'delete_api_path']);
/** Senders of alerts write there; nothing can be read. */
const isReceiver = (address: string): boolean => address.endsWith('/alerts/notify.json');

let app: TestApp;
let owner: TestUser;
let params: SeededParams;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { admin: true });
  params = await seedRecords(app, owner);
});
afterAll(async () => {
  await app.close();
});

interface Printed {
  readonly key: string;
  readonly address: string;
}

function* printedIn(value: unknown, key = ''): Generator<Printed> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield* printedIn(inner, Array.isArray(value) ? key : name);
    }
  } else if (typeof value === 'string' && !OF_PEOPLE.has(key)) {
    const isAddress = value.startsWith(`${app.url}/`) || (PATHS.has(key) && value.startsWith('/'));
    if (isAddress && !isReceiver(value)) {
      yield { key, address: value.replace(app.url, '') };
    }
  }
}

/** Every address that a read of REST prints, with the routes that print it. */
async function everyAddress(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const route of authorizedRoutes(app).filter((one) => isRead(one) && !sendsFiles(one))) {
    const path = seededPath(route, params);
    const from = params.projects?.first ?? '';
    const answer =
      path && (await owner.api.get(`${path}?from=${from}&to=main&ref=main&tags=true&order_by=id&sort=asc`));
    const plain = answer && answer.status === 200 ? answer : path && (await owner.api.get(path));
    for (const { key, address } of plain && plain.status === 200 ? printedIn(plain.body) : []) {
      found.set(address, `${key} of ${route.path}`);
    }
  }
  return found;
}

const isPage = (address: string): boolean => !/^\/(api|assets)\/|\.git$|^\/oauth\//.test(address);

describe('every address in a record of REST', () => {
  let addresses: ReadonlyMap<string, string>;
  beforeAll(async () => {
    addresses = await everyAddress();
  }, 240_000);

  it('includes those of jobs, pipelines, code, snippets and groups', () => {
    const kinds = [...new Set([...addresses.values()].map((source) => source.split(' ')[0]))];

    expect(kinds).toEqual(expect.arrayContaining(['web_url', 'raw_url', 'readme_url', 'favicon', 'http_url_to_repo']));
    for (const part of [
      '/-/jobs/',
      '/-/pipelines/',
      '/-/commit/',
      '/-/tree/',
      '/-/compare/',
      '/snippets/',
      '/groups/',
    ]) {
      expect([part, [...addresses.keys()].some((address) => address.includes(part))]).toEqual([part, true]);
    }
  });

  it('answers those who see the record', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const basic = `Basic ${Buffer.from(`${owner.username}:${owner.token}`).toString('base64')}`;
    const dead: unknown[] = [];
    for (const [address, source] of addresses) {
      const answer = address.endsWith('.git')
        ? await app.anonymous.get(`${address}/info/refs?service=git-upload-pack`, { headers: { Authorization: basic } })
        : isPage(address) || !address.startsWith('/api/')
          ? await browser.get(address)
          : await owner.api.get(address);
      const isForDeletion = answer.headers.get('allow')?.includes('DELETE') ?? false;
      if (answer.status !== 200 && !(answer.status === 405 && isForDeletion)) {
        dead.push([source, address, answer.status]);
      }
    }

    expect(dead).toEqual([]);
  }, 240_000);

  it('answers 404 or a sign-in to those who do not see the record', async () => {
    const stranger = await WebBrowser.of(app.url, await aUser(app));
    const nobody = new WebBrowser(app.url);
    const people = new Set(
      (await owner.api.get('users?per_page=100')).body.map(({ username }: { username: string }) => `/${username}`),
    );
    const open: unknown[] = [];
    for (const [address, source] of addresses) {
      if (isPage(address) && !people.has(address)) {
        const statuses = [(await stranger.get(address)).status, (await nobody.get(address)).status];
        open.push(
          ...(statuses.some((status) => ![302, 303, 404].includes(status)) ? [[source, address, statuses]] : []),
        );
      }
    }

    expect(open).toEqual([]);
  }, 240_000);

  it('answers for every user to those who are signed in', async () => {
    const stranger = await WebBrowser.of(app.url, await aUser(app));
    const users: { username: string; state: string; bot?: boolean }[] = (await owner.api.get('users?per_page=100'))
      .body;

    expect(users.map(({ state }) => state)).toContain('blocked');
    expect(users.some(({ bot }) => bot)).toBe(true);
    for (const { username } of [...users, { username: 'ghost' }]) {
      expect([username, (await stranger.get(`/${username}`)).status]).toEqual([username, 200]);
    }
    const hidden = users.find(({ state }) => state === 'blocked');
    expect((await new WebBrowser(app.url).get(`/${hidden?.username}`)).status).toBe(302);
  });
});

it('GET /assets/ci_favicons/:name answers a picture', async () => {
  for (const group of ['success', 'success-with-warnings', 'failed', 'waiting-for-resource', 'skipped']) {
    const answer = await fetch(`${app.url}/assets/ci_favicons/favicon_status_${group}.png`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
  expect((await fetch(`${app.url}/assets/ci_favicons/favicon_status_nonsense.png`)).status).toBe(404);
});
