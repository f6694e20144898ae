import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

const YESTERDAY = new Date(Date.now() - 86_400_000).toUTCString();

const idOf = async (path: string, params: object): Promise<number> => (await app.admin.post(path, params)).body.id;
const project = async (): Promise<string> => `projects/${(await aProject(app.admin)).id}`;

/** A record of every kind that can be changed or ended, by its path. */
const RECORDS: Readonly<Record<string, () => Promise<string>>> = {
  'a user': async () => `users/${(await aUser(app)).id}`,
  'a group': async () => `groups/${(await aGroup(app.admin)).id}`,
  'a project': project,
  'a member of a group': async () => {
    const group = await aGroup(app.admin);
    return `groups/${group.id}/members/${(await aMember(app, { group }, 30)).id}`;
  },
  'a member of a project': async () => {
    const one = await aProject(app.admin);
    return `projects/${one.id}/members/${(await aMember(app, { project: one }, 30)).id}`;
  },
  'a personal token': async () => {
    const of = (await aUser(app)).id;
    return `personal_access_tokens/${await idOf(`users/${of}/personal_access_tokens`, { name: 'x', scopes: ['api'] })}`;
  },
  'a token of a project': async () => {
    const of = `${await project()}/access_tokens`;
    return `${of}/${await idOf(of, { name: 'x', scopes: ['api'] })}`;
  },
  'a snippet': async () => `snippets/${await idOf('snippets', { title: 'x', file_name: 'x', content: 'x' })}`,
  'a trigger': async () => {
    const of = `${await project()}/triggers`;
    return `${of}/${await idOf(of, { description: 'x' })}`;
  },
  'a variable': async () => {
    const of = `${await project()}/variables`;
    await app.admin.post(of, { key: 'A', value: 'b' });
    return `${of}/A`;
  },
  'a protected branch': async () => {
    const of = `${await project()}/protected_branches`;
    await app.admin.post(of, { name: 'release-*' });
    return `${of}/release-*`;
  },
  'a protected tag': async () => {
    const of = `${await project()}/protected_tags`;
    await app.admin.post(of, { name: 'v*' });
    return `${of}/v*`;
  },
};

describe.each(Object.entries(RECORDS))('GET and conditional writes of %s', (_kind, aRecord) => {
  it('send Last-Modified, and answer 412 to a write that names an older state', async () => {
    const path = await aRecord();
    const { headers, text } = await app.admin.get(path);
    expect(Date.parse(headers.get('last-modified')!)).toBeGreaterThan(Date.now() - 60_000);

    for (const verb of ['PUT', 'PATCH', 'DELETE']) {
      const asked = (headers: Record<string, string>) => app.admin.send(verb, path, { access_level: 30 }, { headers });
      for (const answer of [
        await asked({ 'If-Unmodified-Since': YESTERDAY }),
        await asked({ 'If-Match': '"of another state"' }),
      ]) {
        expect(answer.status).toBe(answer.headers.get('allow')?.includes(verb) === false ? 405 : 412);
      }
    }
    expect((await app.admin.get(path)).text).toBe(text);
  });
});

it('GET /operations/:id sends no Last-Modified, since an operation has no time of its last change', async () => {
  const { body } = await app.admin.delete(await project());

  const { headers } = await app.admin.get(`operations/${body.operation.id}`);

  expect(headers.get('etag')).toMatch(/^"/);
  expect(headers.get('last-modified')).toBeNull();
});
