import { anImage, pushImage } from '../../builders/images.js';
import { aCiProject } from '../../builders/pipelines.js';
import { aGroup, aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { registryAs } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { isRead, authorizedRoutes, sendsFiles } from '../../support/every-route.js';
import type { ApiRoute } from '../../support/every-route.js';
import { TestRunner } from '../../support/test-runner.js';
import { WebBrowser } from '../../support/web-browser.js';

/** Addresses that users entered, which lead to other sites. */
const OF_PEOPLE = new Set(['target_url', 'website_url', 'callback_url']);
/** Paths of this service are printed under these names. */
const PATHS = new Set(['details_path', 'web_path', 'favicon', 'delete_api_path']);

let app: TestApp;
let owner: TestUser;
/** By the target segment of the path, then by the names of its parameters. */
let params: Record<string, Record<string, string | number>>;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { admin: true });
  params = await aWorld();
});
afterAll(async () => {
  await app.close();
});

/** One private thing of every kind, so that lists are not empty. */
async function aWorld() {
  const { api } = owner;
  const group = await aGroup(api, { visibility: 'private' });
  await aGroup(api, { parent_id: group.id });
  const ci = await aCiProject(app, 'one: { script: x }\ntwo: { stage: deploy, script: y }\n', {
    owner,
    fields: { namespace_id: group.id, visibility: 'private' },
  });
  const { path, project } = ci;
  const blocked = await aMember(app, { project }, 30);
  await aMember(app, { group }, 30);
  await api.post(`users/${blocked.id}/block`);
  await api.post(`${path}/access_tokens`, { name: 'x', scopes: ['read_api'] });
  await api.post(`groups/${group.id}/access_tokens`, { name: 'x', scopes: ['read_api'] });
  await api.post(`${path}/repository/branches`, { branch: 'a/b#1', ref: 'main' });
  await api.post(`${path}/repository/tags`, { tag_name: 'v1.0', ref: 'main' });
  const readme = { branch: 'main', content: '# x', commit_message: 'Add' };
  await api.post(`${path}/repository/files/README.md`, readme);
  const { body: runner } = await api.get(path);
  await TestRunner.register(app, runner.runners_token);
  await TestRunner.register(app, (await api.get(`groups/${group.id}`)).body.runners_token);
  const pipeline = await ci.start();
  const [job] = (await api.get(`${path}/jobs`)).body;
  const sha = (await api.get(`${path}/repository/commits`)).body[0].id;
  await api.post(`${path}/statuses/${sha}`, { state: 'success', name: 'lab' });
  const { body: trigger } = await api.post(`${path}/triggers`, { description: 'x' });
  await pushImage(registryAs(app, owner), project.path_with_namespace.toLowerCase(), 'v1', anImage());
  const [images] = (await api.get(`${path}/registry/repositories`)).body;
  const file = { title: 'x', file_name: 'x', content: 'x', visibility: 'private' };
  const { body: snippet } = await api.post('snippets', file);
  const { body: below } = await api.post(`${path}/snippets`, file);
  const ofProject = {
    id: project.id,
    pipeline_id: pipeline.id,
    job_id: job.id,
    trigger_id: trigger.id,
    snippet_id: below.id,
    repository_id: images.id,
    tag_name: 'v1.0',
    branch: 'a%2Fb%231',
    sha,
    ref: sha,
    file_path: 'README.md',
    user_id: owner.id,
    first: ci.sha,
  };
  return {
    projects: ofProject,
    groups: { id: group.id, user_id: owner.id },
    users: { user_id: owner.id, id: owner.id },
    namespaces: { id: group.id },
    snippets: { snippet_id: snippet.id },
    registry: { repository_id: images.id },
    runners: { runner_id: (await api.get(`${path}/runners`)).body[0]?.id },
  };
}

/** The path of a route with what there is; undefined where there is nothing to ask for. */
function pathOf({ path }: ApiRoute): string | undefined {
  const held = params[path.split('/')[1] ?? ''] ?? {};
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.every((name) => name in held)
    ? path.slice(1).replace(/:(\w+)/g, (_all, name: string) => String(held[name]))
    : undefined;
}

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
    if (isAddress) {
      yield { key, address: value.replace(app.url, '') };
    }
  }
}

/** Every address that a read of REST prints, with the routes that print it. */
async function everyAddress(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const route of authorizedRoutes(app).filter((one) => isRead(one) && !sendsFiles(one))) {
    const path = pathOf(route);
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
