import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ISO_TIME } from '../../support/times.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  user = await aUser(app);
});
afterAll(() => app.close());

const NO_OPERATION = { status: 404, text: '{"message":"404 Operation Not Found"}' };
const TIME = expect.stringMatching(ISO_TIME);

/** What a 202 answers, in full. */
function expectAccepted({ status, body, headers }: Answer, kind: string, total: number): string {
  expect([status, body]).toEqual([
    202,
    {
      message: '202 Accepted',
      operation: {
        id: expect.stringMatching(/^\S{16,}$/),
        kind,
        state: 'scheduled',
        progress: { done: 0, total },
        result: null,
        error: null,
        created_at: TIME,
        started_at: null,
        finished_at: null,
      },
    },
  ]);
  expect(headers.get('location')).toBe(`${app.url}/api/v4/operations/${body.operation.id}`);
  return body.operation.id as string;
}

/** Runs every waiting job, then stops again. */
async function runJobs(): Promise<void> {
  const dispatcher = app.app.get(Dispatcher);
  dispatcher.start();
  await app.drainJobs();
  await dispatcher.stop(5000);
}

describe('DELETE /projects/:id', () => {
  it('hides the project at once from everybody, frees its path, and is an operation until a job has removed it', async () => {
    const project = await aProject(user.api, { visibility: 'public', path: unique('gone') });
    const path = project.path_with_namespace.split('/')[1];
    const token = (await user.api.post(`projects/${project.id}/access_tokens`, { name: 'bot', scopes: ['api'] })).body;

    const id = expectAccepted(await user.api.delete(`projects/${project.id}`, {}), 'project_deletion', 1);
    for (const api of [user.api, app.admin, app.anonymous, app.as(token.token)]) {
      for (const reference of [project.id, encodeURIComponent(project.path_with_namespace)]) {
        expect(await api.get(`projects/${reference}`)).toMatchObject({
          status: 404,
          text: '{"message":"404 Project Not Found"}',
        });
      }
      expect((await api.get(`projects?search=${path}`)).body).toEqual([]);
    }
    expect(
      (await user.api.get(`projects/${encodeURIComponent(`${project.path_with_namespace}-deleted-${project.id}`)}`))
        .status,
    ).toBe(404);
    for (const [method, end] of [
      ['DELETE', ''],
      ['PUT', ''],
      ['POST', '/archive'],
      ['GET', '/members'],
    ]) {
      expect((await user.api.send(method!, `projects/${project.id}${end}`)).status).toBe(404);
    }
    const successor = await aProject(user.api, { path });
    await runJobs();
    expect((await user.api.get(`operations/${id}`)).body).toMatchObject({
      state: 'finished',
      progress: { done: 1, total: 1 },
      started_at: TIME,
      finished_at: TIME,
    });
    expect(await app.sql('select 1 from projects where id = $1', [project.id])).toEqual([]);
    expect(await app.sql('select 1 from access_tokens where id = $1', [token.id])).toEqual([]);
    expect((await app.admin.get(`users/${token.user_id}`)).body.state).toBe('deactivated');
    expect((await user.api.get(`projects/${successor.id}`)).status).toBe(200);
  });

  it('requires Owner', async () => {
    const project = await aProject(user.api, { visibility: 'public' });
    for (const level of [10, 20, 30, 40]) {
      const { api } = await aMember(app, { project }, level);
      expect(await api.delete(`projects/${project.id}`)).toMatchObject({
        status: 403,
        text: '{"message":"403 Forbidden"}',
      });
    }
    expect((await app.anonymous.delete(`projects/${project.id}`)).status).toBe(401);
    expect((await app.admin.delete(`projects/${project.id}`)).status).toBe(202);
  });
});

describe('DELETE /groups/:id', () => {
  it('deletes everything below as well', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    const sub = await aGroup(user.api, { parent_id: group.id, visibility: 'public' });
    const projects = [
      await aProject(user.api, { namespace_id: group.id }),
      await aProject(user.api, { namespace_id: sub.id, visibility: 'public' }),
      await aProject(user.api, { namespace_id: sub.id }),
    ];
    const bystander = await aGroup(user.api);

    const id = expectAccepted(await user.api.delete(`groups/${group.id}`), 'group_deletion', 3);
    for (const api of [user.api, app.admin, app.anonymous]) {
      for (const { id: groupId } of [group, sub]) {
        expect(await api.get(`groups/${groupId}`)).toMatchObject({
          status: 404,
          text: '{"message":"404 Group Not Found"}',
        });
      }
      for (const project of projects) {
        expect((await api.get(`projects/${project.id}`)).status).toBe(404);
      }
      expect((await api.get(`groups?search=${group.full_path}`)).body).toEqual([]);
    }
    expect((await user.api.get(`namespaces/${sub.id}`)).status).toBe(404);
    expect((await user.api.get(`namespaces?search=${group.full_path}`)).body).toEqual([]);
    expect((await user.api.delete(`groups/${group.id}`)).status).toBe(404);
    expect((await user.api.delete(`groups/${sub.id}`)).status).toBe(404);
    expect((await user.api.post('projects', { path: 'x', namespace_id: sub.id })).status).toBe(404);
    expect((await user.api.post('groups', { name: 'x', path: 'x', parent_id: sub.id })).status).toBe(404);
    const again = await aGroup(user.api, { path: group.full_path });
    await aGroup(user.api, { path: sub.full_path.split('/')[1], parent_id: again.id });

    await runJobs();
    expect((await user.api.get(`operations/${id}`)).body).toMatchObject({
      state: 'finished',
      progress: { done: 3, total: 3 },
    });
    expect(await app.sql('select 1 from namespaces where id = any($1)', [[group.id, sub.id]])).toEqual([]);
    expect(await app.sql('select 1 from projects where id = any($1)', [projects.map((project) => project.id)])).toEqual(
      [],
    );
    expect((await user.api.get(`groups/${bystander.id}`)).status).toBe(200);
    expect((await user.api.get(`groups/${again.id}`)).status).toBe(200);
  });

  it('leaves the parent group as it was', async () => {
    const group = await aGroup(user.api);
    const sub = await aGroup(user.api, { parent_id: group.id });
    const kept = await aProject(user.api, { namespace_id: group.id });

    expectAccepted(await user.api.delete(`groups/${sub.id}`), 'group_deletion', 0);
    await runJobs();
    expect((await user.api.get(`projects/${kept.id}`)).status).toBe(200);
    expect((await user.api.get(`groups/${group.id}/subgroups`)).body).toEqual([]);
    expectAccepted(await user.api.delete(`groups/${group.id}`), 'group_deletion', 1);
  });
});

describe('DELETE of what would be hidden under a path that somebody has', () => {
  it('hides it all the same: projects, groups with all below, and users', async () => {
    const group = await aGroup(user.api);
    const [project, inner] = [await aProject(user.api), await aProject(user.api, { namespace_id: group.id })];
    const other = await aUser(app);
    await aProject(other.api); // so that the namespace outlives its user
    const inPath = (path: string, id: number) => `${path}-deleted-${id}`;
    await aProject(user.api, { path: inPath(project.path_with_namespace.split('/')[1]!, project.id).toUpperCase() });
    await aProject(user.api, {
      path: inPath(inner.path_with_namespace.split('/')[1]!, inner.id),
      namespace_id: group.id,
    });
    await aGroup(user.api, { path: inPath(group.path, group.id) });
    await aGroup(user.api, { path: inPath(other.username, other.namespace_id) });

    expect((await user.api.delete(`projects/${project.id}`)).status).toBe(202);
    expect((await user.api.delete(`groups/${group.id}`)).status).toBe(202);
    expect((await app.admin.delete(`users/${other.id}`)).status).toBe(204);
    for (const path of [`projects/${project.id}`, `projects/${inner.id}`, `groups/${group.id}`, `users/${other.id}`]) {
      expect((await app.admin.get(path)).status).toBe(404);
    }
    expect((await aGroup(user.api, { path: other.username })).path).toBe(other.username);
  });
});

describe('GET /operations, GET /operations/:id and POST /operations/:id/cancel', () => {
  it('answer the creator and administrators, and 404 to others', async () => {
    const stranger = await aUser(app);
    const id = expectAccepted(
      await user.api.delete(`projects/${(await aProject(user.api)).id}`),
      'project_deletion',
      1,
    );

    for (const api of [user.api, app.admin]) {
      expect(await api.get(`operations/${id}`)).toMatchObject({ status: 200, body: { id, kind: 'project_deletion' } });
    }
    for (const [method, path] of [
      ['GET', `operations/${id}`],
      ['POST', `operations/${id}/cancel`],
      ['GET', 'operations/no-such'],
      ['GET', 'operations/1'],
    ]) {
      expect(await stranger.api.send(method!, path!)).toMatchObject(NO_OPERATION);
      expect((await app.anonymous.send(method!, path!)).status).toBe(401);
    }
    expect(await user.api.post(`operations/${id}/cancel`)).toMatchObject({
      status: 405,
      text: '{"error":"405 Not Allowed"}',
    });
  });

  it('cancel an operation that can be stopped, once', async () => {
    const id = unique('operation');
    const project = await aProject(user.api);
    await app.sql(
      `insert into operations (id, kind, creator_id, project_id, can_cancel) values ($1, 'test', $2, $3, true)`,
      [id, user.id, project.id],
    );

    expect(await user.api.post(`operations/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { id, state: 'canceled', started_at: null, finished_at: TIME },
    });
    expect(await user.api.post(`operations/${id}/cancel`)).toMatchObject({
      status: 409,
      text: '{"message":"409 Conflict - The operation has ended"}',
    });
  });

  it('let no former administrator steer what concerns the whole instance', async () => {
    const creator = await aUser(app, { admin: true });
    const id = unique('operation');
    await app.sql(
      `insert into operations (id, kind, creator_id, can_cancel, can_pause) values ($1, 'test', $2, true, true)`,
      [id, creator.id],
    );
    const act = async (what: string) => (await creator.api.post(`operations/${id}/${what}`)).status;
    expect([await act('pause'), await act('resume')]).toEqual([200, 200]);

    await app.admin.put(`users/${creator.id}`, { admin: false });
    expect([await act('pause'), await act('resume'), await act('cancel')]).toEqual([403, 403, 403]);
    const browser = await WebBrowser.of(app.url, creator);
    const page = await browser.get(`/-/operations/${id}`);
    const fields = { authenticity_token: await browser.csrfToken() };
    const press = async (what: string) => (await browser.post(`/-/operations/${id}/${what}`, fields)).status;
    expect([page.status, formsOf(page.text).map(({ button }) => button)]).toEqual([200, ['Sign out']]);
    expect([await press('pause'), await press('resume'), await press('cancel')]).toEqual([403, 403, 403]);
    expect((await app.admin.post(`operations/${id}/cancel`)).status).toBe(200);
  });

  it('answer those who manage the project or group', async () => {
    const group = await aGroup(user.api);
    const project = await aProject(user.api, { namespace_id: group.id });
    const [ofProject, ofGroup] = [unique('op'), unique('op')];
    await app.sql(
      `insert into operations (id, kind, creator_id, project_id, group_id) values ($1, 'test', 1, $3, null), ($2, 'test', 1, null, $4)`,
      [ofProject, ofGroup, project.id, group.id],
    );
    const statuses = async (level: number, of: Parameters<typeof aMember>[1]) => {
      const { api } = await aMember(app, of, level);
      return [(await api.get(`operations/${ofProject}`)).status, (await api.get(`operations/${ofGroup}`)).status];
    };

    expect(await statuses(30, { project })).toEqual([404, 404]);
    expect(await statuses(40, { project })).toEqual([200, 404]);
    expect(await statuses(40, { group })).toEqual([200, 404]);
    expect(await statuses(50, { group })).toEqual([200, 200]);
  });

  it('list own ones newest first, by kind and state', async () => {
    const person = await aUser(app);
    const project = await aProject(person.api);
    const group = await aGroup(person.api);
    const first = (await person.api.delete(`projects/${project.id}`)).body.operation.id;
    const second = (await person.api.delete(`groups/${group.id}`)).body.operation.id;
    const list = async (query = '', api = person.api) =>
      ((await api.get(`operations?per_page=100&${query}`)).body as { id: string }[]).map(({ id }) => id);

    expect(await list()).toEqual([second, first]);
    expect(await list('kind=project_deletion')).toEqual([first]);
    expect(await list('kind=nothing')).toEqual([]);
    expect(await list('state=scheduled')).toEqual([second, first]);
    expect(await list('state=finished')).toEqual([]);
    expect(await list('', app.admin)).toEqual(expect.arrayContaining([first, second]));
    expect((await person.api.get('operations?state=odd')).body).toEqual({
      message: { state: ['does not have a valid value'] },
    });
    expect((await app.anonymous.get('operations')).status).toBe(401);
  });
});
