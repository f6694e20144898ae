import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());

describe('GET and POST /projects/:id/repository/deleted_refs', () => {
  it('restore refs as they were, or under another name', async () => {
    const project = await aProject(owner.api);
    const at = (rest: string) => `projects/${project.id}/repository/${rest}`;
    const head = await aCommit(owner.api, project, { a: 'a' });
    const side = await aCommit(owner.api, project, { b: 'b' }, { branch: 'side', start_branch: 'main' });
    const tag = (await owner.api.post(at('tags'), { tag_name: 'v1', ref: 'side', message: 'One' })).body;
    await aCommit(owner.api, project, { c: 'c' }, { branch: 'side', start_branch: 'main', force: true });
    await owner.api.delete(at('branches/side'));
    await owner.api.delete(at('tags/v1'));

    const { body } = await owner.api.get(at('deleted_refs'));
    expect(body).toMatchObject([
      { type: 'tag', name: 'v1', sha: tag.target, reason: 'deleted', actor: { username: owner.username } },
      { type: 'branch', name: 'side', reason: 'deleted' },
      { type: 'branch', name: 'side', sha: side, reason: 'moved' },
    ]);
    expect(Date.parse(body[0].restorable_until) - Date.parse(body[0].created_at)).toBe(30 * 24 * 3600 * 1000);
    expect((await owner.api.get(at('deleted_refs?type=tag&search=V'))).body).toHaveLength(1);
    expect((await owner.api.get(at('deleted_refs?type=x'))).status).toBe(400);

    const restored = await owner.api.post(at(`deleted_refs/${body[0].id}/restore`));
    expect(restored).toMatchObject({ status: 201, body: tag });
    const branch = await owner.api.post(at(`deleted_refs/${body[2].id}/restore`), { name: 'again' });
    expect(branch).toMatchObject({ status: 201, body: { name: 'again', commit: { id: side } } });
    expect((await owner.api.post(at(`deleted_refs/${body[2].id}/restore`))).status).toBe(404);
    expect((await owner.api.post(at(`deleted_refs/${body[1].id}/restore`), { name: 'main' })).status).toBe(400);
    expect((await owner.api.get(at('commits/main'))).body.id).toBe(head);
    const reporter = await aMember(app, { project }, 20);
    expect((await reporter.api.get(at('deleted_refs'))).status).toBe(403);
    await app.sql(`update deleted_refs set created_at = now() - interval '31 days'`);
    expect((await owner.api.get(at('deleted_refs'))).body).toEqual([]);
  });

  it('restore a ref under its old name when the name is blank, and refuse one in the way of another ref', async () => {
    const project = await aProject(owner.api);
    const at = (rest: string) => `projects/${project.id}/repository/${rest}`;
    await aCommit(owner.api, project, { a: 'a' });
    await owner.api.post(at('branches'), { branch: 'folder/branch', ref: 'main' });
    await owner.api.post(at('branches'), { branch: 'side', ref: 'main' });
    await owner.api.post(at('tags'), { tag_name: 'v1', ref: 'main' });
    await owner.api.post(at('tags'), { tag_name: 'v2', ref: 'main' });
    await owner.api.delete(at('branches/side'));
    await owner.api.delete(at('tags/v1'));
    const [tag, side] = (await owner.api.get(at('deleted_refs'))).body;
    const restore = ({ id }: { id: number }, name: string) =>
      owner.api.post(at(`deleted_refs/${id}/restore`), { name });

    for (const name of ['folder', 'main/side']) {
      expect(await restore(side, name)).toMatchObject({ status: 400, body: { message: 'Branch name is invalid' } });
    }
    expect(await restore(tag, 'v2/x')).toMatchObject({ status: 400, body: { message: 'Tag name invalid' } });
    expect(await restore(side, '')).toMatchObject({ status: 201, body: { name: 'side' } });
  });
});

describe('GET /projects/:id/repository/permissions', () => {
  it('answers what a push would be answered', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const developer = await aMember(app, { project }, 30);
    await aCommit(owner.api, project, { a: 'a' });
    await owner.api.post(`projects/${project.id}/protected_branches`, { name: 'rel*' });
    const ask = async (ref: string, api = developer.api) =>
      (await api.get(`projects/${project.id}/repository/permissions?ref=${encodeURIComponent(ref)}`)).body;

    expect(await ask('main')).toEqual({
      ref: 'main',
      exists: true,
      protected: true,
      rule: 'main',
      can_push: true,
      can_force_push: false,
      can_delete: false,
      reason: null,
    });
    expect(await ask('release')).toMatchObject({
      exists: false,
      rule: 'rel*',
      can_push: false,
      reason: 'You are not allowed to push code to protected branches on this project.',
    });
    expect(await ask('free')).toMatchObject({ protected: false, rule: null, can_push: true, can_force_push: true });
    await owner.api.post(`projects/${project.id}/repository/tags`, { tag_name: 'v1', ref: 'main' });
    await owner.api.post(`projects/${project.id}/protected_tags`, { name: 'v*' });
    for (const ref of ['v1', 'refs/tags/v1']) {
      expect(await ask(ref)).toMatchObject({
        ref,
        exists: true,
        rule: 'v*',
        can_push: false,
        reason: 'Protected tags cannot be updated.',
      });
    }
    expect(await ask('v2')).toMatchObject({ exists: false, rule: null, can_push: true });
    expect(await ask('HEAD')).toMatchObject({ ref: 'HEAD', exists: true, rule: 'main', can_push: true });
    expect(await ask('free', app.anonymous)).toMatchObject({ can_push: false });
    expect((await owner.api.get(`projects/${project.id}/repository/permissions`)).status).toBe(400);
  });

  it('lets nobody push to an archived project, nor during a storage move', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a' });
    await owner.api.post(`projects/${project.id}/repository/branches`, { branch: 'free', ref: 'main' });
    const ask = async () => (await owner.api.get(`projects/${project.id}/repository/permissions?ref=free`)).body;
    const none = { exists: true, can_push: false, can_force_push: false, can_delete: false };

    await app.sql('update repositories set read_only = true where project_id = $1', [project.id]);
    const reason = 'The repository is temporarily read-only. Please try again later.';
    expect(await ask()).toMatchObject({ ...none, reason });
    await app.sql('update repositories set read_only = false where project_id = $1', [project.id]);
    expect(await ask()).toMatchObject({ can_push: true, can_force_push: true, can_delete: true, reason: null });
    await owner.api.post(`projects/${project.id}/archive`, {});
    expect(await ask()).toMatchObject({ ...none, reason: 'The project is archived.' });
  });
});
