import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ISO_TIME } from '../../support/times.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

const inAYear = () => `${new Date().getUTCFullYear() + 1}-01-01`;

describe('GET /projects/:id/access_report and /groups/:id/access_report', () => {
  it('list members and tokens, the least recently used first', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const developer = await aMember(app, { project }, 30);
    const token = { name: 'build', scopes: ['read_api'], access_level: 20, expires_at: inAYear() };
    const used = await owner.api.post(`projects/${project.id}/access_tokens`, token);
    const unused = await owner.api.post(`projects/${project.id}/access_tokens`, { name: 'idle', scopes: ['api'] });
    const ofGroup = await owner.api.post(`groups/${group.id}/access_tokens`, { name: 'all', scopes: ['api'] });
    const revoked = await owner.api.post(`projects/${project.id}/access_tokens`, { name: 'gone', scopes: ['api'] });
    await owner.api.delete(`projects/${project.id}/access_tokens/${revoked.body.id}`);
    const deploy = await owner.api.post(`projects/${project.id}/deploy_tokens`, {
      name: 'puller',
      scopes: ['read_registry'],
      expires_at: `${inAYear()}T00:00:00Z`,
    });
    await app.sql(`update access_tokens set last_used_at = now() - interval '1 day' where id = $1`, [used.body.id]);
    await app.sql(`update users set last_used_at = now() - interval '9 days' where id = $1`, [developer.id]);

    const { status, body, headers } = await owner.api.get(`projects/${project.id}/access_report`);

    expect(status).toBe(200);
    expect(headers.get('x-total')).toBe('6');
    const report = body.filter(({ kind }: { kind: string }) => kind !== 'deploy_token');
    expect(body[0]).toMatchObject({
      kind: 'deploy_token',
      id: deploy.body.id,
      name: 'puller',
      level: null,
      scopes: ['read_registry'],
      expires_at: `${inAYear()}T00:00:00.000Z`,
    });
    expect(report.map(({ kind, id }: { kind: string; id: number }) => [kind, id])).toEqual([
      ['group_token', ofGroup.body.id],
      ['project_token', unused.body.id],
      ['member', developer.id],
      ['project_token', used.body.id],
      ['member', owner.id],
    ]);
    expect(report[3]).toEqual({
      kind: 'project_token',
      id: used.body.id,
      name: 'build',
      level: 20,
      scopes: ['read_api'],
      created_at: expect.stringMatching(ISO_TIME),
      last_used_at: expect.stringMatching(ISO_TIME),
      expires_at: inAYear(),
    });
    expect(report[2]).toMatchObject({ name: expect.any(String), level: 30, scopes: [], expires_at: null });
  });

  it('name each member once, at the highest level, and say the same page by page', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const developer = await aMember(app, { group }, 30);
    await owner.api.post(`projects/${project.id}/members`, { user_id: developer.id, access_level: 40 });
    await owner.api.post(`projects/${project.id}/access_tokens`, { name: 'one', scopes: ['api'] });
    await owner.api.post(`projects/${project.id}/triggers`, { description: 'two' });

    const { body, headers } = await owner.api.get(`projects/${project.id}/access_report`);
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => owner.api.get(`projects/${project.id}/access_report?per_page=1&page=${page}`)),
    );

    expect(headers.get('x-total')).toBe('4');
    const levels = body.map(({ kind, id, level }: Record<string, unknown>) => [kind, id, level]);
    expect(levels).toEqual([
      ['member', developer.id, 40],
      ['project_token', expect.any(Number), 40],
      ['trigger', expect.any(Number), null],
      ['member', owner.id, 50],
    ]);
    expect(pages.flatMap((page) => page.body)).toEqual(body);
    expect(pages.map((page) => page.headers.get('x-total'))).toEqual(['4', '4', '4', '4', '4']);
  });

  it('know that a member was here by a token that is gone', async () => {
    const project = await aProject(owner.api);
    const developer = await aMember(app, { project }, 30);
    const { headers } = await developer.api.get('user');
    const self = await developer.api.delete('personal_access_tokens/self');

    const used = await until(async () => {
      const { body } = await owner.api.get(`projects/${project.id}/access_report`);
      return body.find(({ id }: { id: number }) => id === developer.id).last_used_at as string | null;
    });

    expect(self.status).toBe(204);
    expect(Math.abs(Date.parse(used) - Date.parse(headers.get('date') ?? ''))).toBeLessThan(60_000);
  });

  it('have no keyset pagination, and so no limit of the offset', async () => {
    const project = await aProject(owner.api);
    const container = `projects/${project.id}/access_report`;

    expect((await owner.api.get(`${container}?pagination=keyset&order_by=id&sort=asc`)).status).toBe(405);
    expect(await owner.api.get(`${container}?per_page=100&page=501`)).toMatchObject({ status: 200, text: '[]' });
  });

  it('require Maintainer of a project and Owner of a group', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const developer = await aMember(app, { group }, 30);
    const maintainer = await aMember(app, { group }, 40);
    const statuses = async (path: string) => [
      (await developer.api.get(path)).status,
      (await maintainer.api.get(path)).status,
      (await owner.api.get(path)).status,
    ];

    expect(await statuses(`projects/${project.id}/access_report`)).toEqual([403, 200, 200]);
    expect(await statuses(`groups/${group.id}/access_report`)).toEqual([403, 403, 200]);
  });
});

describe('POST /projects/:id/runners/reset_registration_token and /groups/:id/runners/reset_registration_token', () => {
  it('answer a new token', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const maintainer = await aMember(app, { group }, 40);
    const before = (await owner.api.get(`projects/${project.id}`)).body.runners_token;

    const reset = await maintainer.api.post(`projects/${project.id}/runners/reset_registration_token`);
    const ofGroup = await owner.api.post(`groups/${group.id}/runners/reset_registration_token`);
    const refused = await maintainer.api.post(`groups/${group.id}/runners/reset_registration_token`);

    expect(reset).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^slrt_[\w-]{43}$/) } });
    expect(reset.body.token).not.toBe(before);
    expect((await owner.api.get(`projects/${project.id}`)).body.runners_token).toBe(reset.body.token);
    expect((await owner.api.get(`groups/${group.id}`)).body.runners_token).toBe(ofGroup.body.token);
    expect(refused.status).toBe(403);
  });
});
