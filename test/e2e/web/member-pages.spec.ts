import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';
import { HOSTILE } from '../../support/hostile-text.js';

const FAR = '2999-01-31';

let app: TestApp;
let owner: TestUser;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app, { name: 'Grace Hopper' });
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(() => app.close());

type Kind = 'project' | 'group';

async function aContainer(kind: Kind) {
  const group = await aGroup(owner.api);
  if (kind === 'group') {
    return { api: `groups/${group.id}`, address: `/groups/${group.full_path}`, of: { group } };
  }
  const project = await aProject(owner.api, { namespace_id: group.id });
  return { api: `projects/${project.id}`, address: `/${project.path_with_namespace}`, of: { project } };
}

const KINDS: Kind[] = ['project', 'group'];
/** The least role that manages members and tokens, and the one below. */
const LEVELS: Record<Kind, readonly [number, number]> = { project: [40, 30], group: [50, 40] };

describe.each(KINDS)('GET and POST /-/members of a %s', (kind) => {
  it('add, change and remove members', async () => {
    const { api, address } = await aContainer(kind);
    const here = `${address}/-/members`;
    const user = await aUser(app, { name: HOSTILE });
    const added = await browser.submit(
      await browser.get(here),
      { username: `@${user.username.toUpperCase()}`, access_level: '30', expires_at: FAR },
      'Add member',
    );
    const record = () => owner.api.get(`${api}/members/${user.id}`);

    expect([added.status, added.headers.get('location')]).toEqual([303, here]);
    expect((await record()).body).toMatchObject({ access_level: 30, expires_at: FAR });
    const list = (await browser.get(here)).text;
    expect(list).toContain('&lt;img src=x');
    expect(list).not.toContain(HOSTILE);
    expect(list).toContain(`href="${here}/${user.id}/edit"`);

    const form = await browser.get(`${here}/${user.id}/edit`);
    expect(formsOf(form.text).find(({ button }) => button === 'Save')?.fields).toMatchObject({
      access_level: '30',
      expires_at: FAR,
    });
    const changed = await browser.submit(form, { access_level: '20', expires_at: '' }, 'Save');
    expect([changed.status, (await record()).body]).toMatchObject([303, { access_level: 20, expires_at: null }]);

    const removed = await browser.submit(await browser.get(`${here}/${user.id}/edit`), {}, 'Remove member');
    expect([removed.status, removed.headers.get('location')]).toEqual([303, here]);
    expect((await record()).status).toBe(404);
  });

  it('show errors beside their fields', async () => {
    const { address, of } = await aContainer(kind);
    const here = `${address}/-/members`;
    const member = await aMember(app, of, 20);
    const add = async (fields: Record<string, string>) =>
      browser.submit(await browser.get(here), { access_level: '30', ...fields }, 'Add member');
    const cases = [
      [{ username: HOSTILE }, 'is not known here'],
      [{ username: 'ghost' }, 'is not known here'],
      [{ username: member.username }, 'is a member already'],
      [{ username: owner.username, access_level: '7' }, 'does not have a valid value'],
      [{ username: owner.username, expires_at: '2001-01-01' }, 'class="error"'],
      [{ username: 'ghost', access_level: '7' }, 'is not known here'],
      [{ username: 'ghost', access_level: '7' }, 'does not have a valid value'],
    ] as const;
    for (const [fields, text] of cases) {
      const answer = await add(fields);
      expect([fields, answer.status]).toEqual([fields, 422]);
      expect(answer.text).toContain(text);
      expect(answer.text).not.toContain(HOSTILE);
    }
  });

  it('show inherited members without a way to change them there', async () => {
    const parent = await aGroup(owner.api);
    const inherited = await aMember(app, { group: parent }, 30);
    const below =
      kind === 'project'
        ? `/${(await aProject(owner.api, { namespace_id: parent.id })).path_with_namespace}`
        : `/groups/${(await aGroup(owner.api, { parent_id: parent.id })).full_path}`;
    const { text } = await browser.get(`${below}/-/members`);

    expect(text).toContain('<span class="tag">inherited</span>');
    expect(text).not.toContain(`/-/members/${inherited.id}/edit`);
    expect((await browser.get(`${below}/-/members/${inherited.id}/edit`)).status).toBe(404);
  });

  it('allow the same people as REST', async () => {
    const { api, address, of } = await aContainer(kind);
    const here = `${address}/-/members`;
    const [least, below] = LEVELS[kind];
    const [manager, lesser] = [await aMember(app, of, least), await aMember(app, of, below)];
    const [one, two] = [await WebBrowser.of(app.url, manager), await WebBrowser.of(app.url, lesser)];
    const stranger = await WebBrowser.of(app.url, await aUser(app));
    const sent = async (by: WebBrowser, path: string, fields: Record<string, string>) =>
      (await by.post(path, { authenticity_token: await by.csrfToken(), ...fields })).status;
    const newcomer = { username: (await aUser(app)).username, access_level: '10' };

    expect((await new WebBrowser(app.url).get(here)).status).toBe(302);
    expect((await stranger.get(here)).status).toBe(404);
    expect(await sent(stranger, here, newcomer)).toBe(404);
    expect((await two.get(here)).text).not.toContain('Add member');
    expect(await sent(two, here, newcomer)).toBe(403);
    expect((await two.get(`${here}/${manager.id}/edit`)).status).toBe(403);
    expect(await sent(two, `${here}/${manager.id}`, { access_level: '10' })).toBe(403);
    expect(await sent(two, `${here}/${manager.id}`, { _method: 'delete' })).toBe(403);
    expect(await sent(one, here, { ...newcomer, authenticity_token: 'forged' })).toBe(422);
    if (kind === 'project') {
      expect((await one.get(here)).text).not.toContain('value="50"');
      expect(await sent(one, here, { ...newcomer, access_level: '50' })).toBe(403);
    }
    expect((await owner.api.get(`${api}/members`)).body).toHaveLength(kind === 'project' ? 2 : 3);

    const left = await two.submit(await two.get(here), {}, 'Leave');
    expect([left.status, left.headers.get('location')]).toEqual([303, `/dashboard/${kind}s`]);
    expect((await two.get(here)).status).toBe(404);
  });
});

it('POST /groups/:path/-/members/:user_id keeps the last owner of a group', async () => {
  const { api, address } = await aContainer('group');
  const answer = await browser.submit(await browser.get(`${address}/-/members`), {}, 'Leave');

  expect(answer.status).toBe(403);
  expect(answer.text).toContain('The last owner cannot be removed');
  expect((await owner.api.get(`${api}/members/${owner.id}`)).status).toBe(200);
});

describe.each(KINDS)('GET and POST /-/access_tokens and /-/deploy_tokens of a %s', (kind) => {
  it('create access tokens, show them once, rotate and revoke them', async () => {
    const { api, address } = await aContainer(kind);
    const here = `${address}/-/access_tokens`;
    const post = async (...fields: [string, string][]) =>
      browser.post(here, [['authenticity_token', await browser.csrfToken()], ...fields]);
    const created = await post(
      ['name', HOSTILE],
      ['access_level', '30'],
      ['expires_at', FAR],
      ['scopes[]', 'read_api'],
    );
    const valueIn = (text: string) => /id="access-token"[^>]*>(sl[pg]rt_[\w-]+)</.exec(text)?.[1] ?? '';
    const shown = await browser.get(here);
    const first = valueIn(shown.text);
    const read = async (token: string) => (await app.as(token).get(api)).status;

    expect([created.status, created.headers.get('location')]).toEqual([303, here]);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.text).not.toContain(HOSTILE);
    expect(await read(first)).toBe(200);
    const [record] = (await owner.api.get(`${api}/access_tokens`)).body;
    expect(record).toMatchObject({ name: HOSTILE, access_level: 30, expires_at: FAR, scopes: ['read_api'] });
    expect((await browser.get(here)).text).not.toContain(first);

    await browser.submit(await browser.get(here), {}, 'Rotate');
    const second = valueIn((await browser.get(here)).text);
    expect([await read(first), await read(second)]).toEqual([401, 200]);
    const revoked = await browser.submit(await browser.get(here), {}, 'Revoke');
    expect([revoked.status, await read(second)]).toEqual([303, 401]);

    const bad = await post(['name', ' '], ['access_level', '30'], ['scopes[]', 'nonsense']);
    expect(bad.status).toBe(422);
    expect(bad.text.match(/class="error"/g)?.length).toBeGreaterThanOrEqual(1);
  });

  it('create deploy tokens, show them once, and revoke them', async () => {
    const { api, address } = await aContainer(kind);
    const here = `${address}/-/deploy_tokens`;
    const fields = { name: HOSTILE, username: 'crane', expires_at: FAR };
    const token = await browser.csrfToken();
    const created = await browser.post(here, [
      ['authenticity_token', token],
      ...Object.entries(fields),
      ['scopes[]', 'read_repository'],
      ['scopes[]', 'read_registry'],
    ]);
    const { text } = await browser.get(here);
    const value = /id="deploy-token"[^>]*>(sldt_[\w-]+)</.exec(text)?.[1];

    expect([created.status, value === undefined]).toEqual([303, false]);
    expect(text).toContain('id="deploy-token-username">crane<');
    expect(text).not.toContain(HOSTILE);
    expect((await owner.api.get(`${api}/deploy_tokens`)).body).toMatchObject([
      { name: HOSTILE, username: 'crane', scopes: ['read_repository', 'read_registry'], revoked: false },
    ]);
    await browser.post(here, { authenticity_token: token, name: 'x', 'scopes[]': 'read_registry' });
    expect((await browser.get(here)).text).toMatch(/id="deploy-token-username">deploy-token-\d+</);
    expect((await browser.get(here)).text).not.toContain(value);
    const bad = await browser.post(here, { authenticity_token: token, name: 'x', username: 'a:b', 'scopes[]': 'api' });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain('class="error"');

    for (let left = 2; left > 0; left--) {
      expect((await browser.submit(await browser.get(here), {}, 'Revoke')).status).toBe(303);
    }
    expect((await owner.api.get(`${api}/deploy_tokens`)).body).toEqual([]);
  });

  it('allow the same people as REST', async () => {
    const { api, address, of } = await aContainer(kind);
    const [least, below] = LEVELS[kind];
    const manager = await WebBrowser.of(app.url, await aMember(app, of, least));
    const lesser = await WebBrowser.of(app.url, await aMember(app, of, below));
    const { body: token } = await owner.api.post(`${api}/access_tokens`, { name: 'x', scopes: ['read_api'] });
    const { body: deploy } = await owner.api.post(`${api}/deploy_tokens`, { name: 'x', scopes: ['read_registry'] });
    const posts = [
      ['access_tokens', { name: 'y', 'scopes[]': 'read_api' }],
      [`access_tokens/${token.id}/rotate`, {}],
      [`access_tokens/${token.id}`, { _method: 'delete' }],
      ['deploy_tokens', { name: 'y', 'scopes[]': 'read_registry' }],
      [`deploy_tokens/${deploy.id}`, { _method: 'delete' }],
    ] as const;
    for (const [end, fields] of posts) {
      const at = `${address}/-/${end}`;
      const answer = await lesser.post(at, { ...fields, authenticity_token: await lesser.csrfToken() });
      expect([end, answer.status]).toEqual([end, 403]);
      expect((await manager.post(at, { ...fields, authenticity_token: 'forged' })).status).toBe(422);
    }
    for (const end of ['access_tokens', 'deploy_tokens']) {
      expect((await lesser.get(`${address}/-/${end}`)).status).toBe(403);
      expect((await manager.get(`${address}/-/${end}`)).status).toBe(200);
      expect((await owner.api.get(`${api}/${end}`)).body).toHaveLength(1);
    }
    const other = await aContainer(kind);
    const foreign = await browser.post(`${other.address}/-/access_tokens/${token.id}`, {
      authenticity_token: await browser.csrfToken(),
    });
    expect(foreign.status).toBe(404);
  });
});

it('POST /-/profile/personal_access_tokens/:token_id/rotate rotates a personal token', async () => {
  const user = await aUser(app);
  const own = await WebBrowser.of(app.url, user);
  const here = '/-/profile/personal_access_tokens';
  await own.submit(await own.get(here), {}, 'Rotate');
  const answer = await own.get(here);
  const value = /id="personal-token"[^>]*>(slpat_[\w-]+)</.exec(answer.text)?.[1] ?? '';

  expect((await app.as(user.token).get('user')).status).toBe(401);
  expect((await app.as(value).get('user')).body.id).toBe(user.id);
});
