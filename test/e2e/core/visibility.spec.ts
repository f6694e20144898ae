import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
const callers: Record<string, ApiClient> = {};
const groups: Record<string, TestGroup> = {};
const projects: Record<string, TestProject> = {};
const word = unique('matrix');

const VISIBILITIES = ['private', 'internal', 'public'] as const;
/** Who sees a project or group of this visibility. */
const SEERS: Readonly<Record<(typeof VISIBILITIES)[number], readonly string[]>> = {
  private: ['owner', 'guest of the group', 'administrator', 'bot of the group'],
  internal: ['owner', 'guest of the group', 'administrator', 'bot of the group', 'stranger'],
  public: [
    'owner',
    'guest of the group',
    'administrator',
    'bot of the group',
    'stranger',
    'external',
    'bot of another',
    'nobody',
  ],
};

beforeAll(async () => {
  app = await startApp();
  const owner = await aUser(app);
  const top = await aGroup(owner.api, { visibility: 'public' });
  for (const visibility of VISIBILITIES) {
    groups[visibility] = await aGroup(owner.api, { name: `${word} ${visibility}`, visibility, parent_id: top.id });
    projects[visibility] = await aProject(owner.api, {
      name: `${word} ${visibility}`,
      visibility,
      namespace_id: groups[visibility].id,
    });
  }
  const bot = async (api: ApiClient, container: string) =>
    app.as(
      (await api.post(`${container}/access_tokens`, { name: 'bot', scopes: ['api'], access_level: 10 })).body
        .token as string,
    );
  const stranger = await aUser(app);
  Object.assign(callers, {
    owner: owner.api,
    'guest of the group': (await aMember(app, { group: top }, 10)).api,
    administrator: app.admin,
    'bot of the group': await bot(owner.api, `groups/${top.id}`),
    stranger: stranger.api,
    external: (await aUser(app, { external: true })).api,
    'bot of another': await bot(stranger.api, `projects/${(await aProject(stranger.api)).id}`),
    nobody: app.anonymous,
  });
});
afterAll(() => app.close());

describe.each(VISIBILITIES)('every list and record of a %s project or group', (visibility) => {
  it('answers those who may see it, and is 404 for all others', async () => {
    const [group, project] = [groups[visibility]!, projects[visibility]!];
    for (const [name, api] of Object.entries(callers)) {
      const sees = SEERS[visibility].includes(name);
      for (const [path, noun] of [
        [`projects/${project.id}`, 'Project'],
        [`projects/${encodeURIComponent(project.path_with_namespace)}`, 'Project'],
        [`groups/${group.id}`, 'Group'],
        [`groups/${encodeURIComponent(group.full_path)}`, 'Group'],
        [`groups/${group.id}/projects`, 'Group'],
        [`groups/${group.id}/subgroups`, 'Group'],
      ]) {
        const answer = await api.get(path!);
        expect([name, path, answer.status]).toEqual([name, path, sees ? 200 : 404]);
        if (!sees) {
          const missing = await api.get(path!.replace(/\/[^/]+/, '/999999999'));
          expect(answer.text).toBe(`{"message":"404 ${noun} Not Found"}`);
          expect(missing.text).toBe(answer.text);
        }
      }
    }
  });

  it('leaves it out of lists and counts for those who do not see it', async () => {
    for (const [name, api] of Object.entries(callers)) {
      const expected = SEERS[visibility].includes(name) ? [visibility] : [];
      for (const [list, id] of [
        ['projects', projects[visibility]!.id],
        ['groups', groups[visibility]!.id],
      ] as const) {
        const answer = await api.get(`${list}?search=${encodeURIComponent(`${word} ${visibility}`)}`);
        expect([name, list, answer.body.map((found: { id: number }) => found.id)]).toEqual([
          name,
          list,
          expected.map(() => id),
        ]);
        expect([name, answer.headers.get('x-total')]).toEqual([name, String(expected.length)]);
      }
    }
  });
});

describe('every route that requires a sign-in', () => {
  it('answers 401 without credentials, for missing and hidden resources as well', async () => {
    for (const id of [projects.public!.id, projects.private!.id, 999_999_999]) {
      for (const [method, path] of [
        ['GET', `projects/${id}/members`],
        ['GET', `projects/${id}/users`],
        ['PUT', `projects/${id}`],
        ['DELETE', `projects/${id}`],
        ['POST', `projects/${id}/archive`],
        ['GET', `projects/${id}/access_tokens`],
      ]) {
        expect(await app.anonymous.send(method!, path!)).toMatchObject({
          status: 401,
          text: '{"message":"401 Unauthorized"}',
        });
      }
    }
  });
});

describe('every route that requires a role', () => {
  it('counts the highest of all groups above, and accepts administrators', async () => {
    const owner = await aUser(app);
    const group = await aGroup(owner.api);
    const sub = await aGroup(owner.api, { parent_id: group.id });
    const project = await aProject(owner.api, { namespace_id: sub.id });
    for (const level of [10, 20, 30, 40, 50]) {
      const { api } = await aMember(app, { group }, level);
      const status = async (method: string, path: string) => (await api.send(method, path)).status;

      expect(await status('PUT', `projects/${project.id}`)).toBe(level >= 40 ? 200 : 403);
      expect(await status('GET', `projects/${project.id}/access_tokens`)).toBe(level >= 40 ? 200 : 403);
      expect(await status('POST', `projects/${project.id}/unarchive`)).toBe(level >= 50 ? 201 : 403);
      expect(await status('PUT', `groups/${sub.id}`)).toBe(level >= 50 ? 200 : 403);
      expect(await status('GET', `groups/${sub.id}/access_tokens`)).toBe(level >= 50 ? 200 : 403);
    }
    expect((await app.admin.put(`projects/${project.id}`, {})).status).toBe(200);
    expect((await app.admin.put(`groups/${sub.id}`, {})).status).toBe(200);
    expect((await app.admin.get(`groups/${sub.id}/access_tokens`)).status).toBe(200);
  });

  it('does not count a role below', async () => {
    const owner = await aUser(app);
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const sibling = await aProject(owner.api, { namespace_id: group.id });
    const { api } = await aMember(app, { project }, 50);

    expect((await api.get(`projects/${project.id}`)).status).toBe(200);
    expect((await api.get(`projects/${sibling.id}`)).status).toBe(404);
    expect((await api.get(`groups/${group.id}`)).status).toBe(404);
  });
});
