import { jest } from '@jest/globals';
import { Clock } from '../../../src/common/time/clock.js';
import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { notFound } from '../../support/answers.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ env: { DELETION_GRACE: '1h' } });
  owner = await aUser(app);
});
afterAll(() => app.close());

const NOT_FOUND = notFound('Project');
const TAKEN = { status: 409, text: '{"message":"409 Conflict - The path has already been taken"}' };

/** As if the hour were over. */
async function graceEnds(): Promise<void> {
  await app.sql(`update jobs set run_at = now() where name like '%.delete-%'`);
  app.app.get(Dispatcher).start();
  await app.drainJobs();
}

describe('POST /projects/:id/restore and /groups/:id/restore while DELETION_GRACE runs', () => {
  it('restore a project for its Owner as it was', async () => {
    const project = await aProject(owner.api, { description: 'kept' });
    const maintainer = await aMember(app, { project }, 40);

    const deleted = await owner.api.delete(`projects/${project.id}`);
    const hidden = await owner.api.get(`projects/${project.id}`);
    const again = await owner.api.delete(`projects/${project.id}`);
    const byMaintainer = await maintainer.api.post(`projects/${project.id}/restore`);
    const anonymously = await app.anonymous.post(`projects/${project.id}/restore`);
    const restored = await owner.api.post(`projects/${project.id}/restore`);
    const operation = await owner.api.get(`operations/${deleted.body.operation.id}`);
    const twice = await owner.api.post(`projects/${project.id}/restore`);

    expect(deleted).toMatchObject({ status: 202, body: { operation: { state: 'scheduled' } } });
    expect([hidden, again, byMaintainer, twice]).toMatchObject([NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND]);
    expect(anonymously.status).toBe(401);
    expect(restored).toMatchObject({
      status: 201,
      body: { id: project.id, path_with_namespace: project.path_with_namespace, description: 'kept' },
    });
    expect(operation.body.state).toBe('canceled');
    expect((await maintainer.api.get(`projects/${project.id}`)).status).toBe(200);
    await graceEnds();
    expect((await owner.api.get(`projects/${project.id}`)).status).toBe(200);
  });

  it('restore a project that was deleted by a process whose clock is hours behind', async () => {
    const project = await aProject(owner.api);
    const clock = app.app.get(Clock);
    const now = jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() - 3 * 3_600_000));

    const deleted = await owner.api.delete(`projects/${project.id}`).finally(() => {
      now.mockRestore();
    });
    const [job] = await app.sql<{ waits: boolean }>(`
      select run_at > now() + interval '50 minutes' as waits from jobs where name = 'projects.delete-project'`);

    expect(deleted.status).toBe(202);
    expect(job).toEqual({ waits: true });
    expect((await owner.api.post(`projects/${project.id}/restore`)).status).toBe(201);
  });

  it('restore nothing into a group that is deleted, nor does a cancel', async () => {
    const group = await aGroup(owner.api);
    const sub = await aGroup(owner.api, { parent_id: group.id });
    const project = await aProject(owner.api, { namespace_id: group.id });
    const deletions = [await owner.api.delete(`groups/${sub.id}`), await owner.api.delete(`projects/${project.id}`)];
    await owner.api.delete(`groups/${group.id}`);

    const canceled = await Promise.all(
      deletions.map(({ body }) => owner.api.post(`operations/${body.operation.id}/cancel`)),
    );
    expect(canceled).toMatchObject([{ status: 404, text: '{"message":"404 Group Not Found"}' }, NOT_FOUND]);
    expect((await owner.api.post(`groups/${sub.id}/restore`)).status).toBe(404);
    expect((await owner.api.post(`groups/${group.id}/restore`)).status).toBe(201);
    expect(await owner.api.post(`groups/${sub.id}/restore`)).toMatchObject({
      status: 201,
      body: { full_path: sub.full_path },
    });
    expect((await owner.api.post(`projects/${project.id}/restore`)).status).toBe(201);
  });

  it('restore once when both restore and cancel come at once', async () => {
    for (let round = 0; round < 6; round++) {
      const group = await aGroup(owner.api);
      const project = await aProject(owner.api, { namespace_id: group.id });
      const path = round % 2 ? `groups/${group.id}` : `projects/${project.id}`;
      const { body } = await owner.api.delete(path);

      const [restored, canceled] = await Promise.all([
        owner.api.post(`${path}/restore`),
        owner.api.post(`operations/${body.operation.id}/cancel`),
      ]);
      expect([
        [201, 409],
        [404, 200],
      ]).toContainEqual([restored.status, canceled.status]);
      expect((await owner.api.get(`projects/${project.id}`)).status).toBe(200);
    }
  });

  it('leave a project hidden that is restored while its group is deleted', async () => {
    for (let round = 0; round < 4; round++) {
      const group = await aGroup(owner.api);
      const inner = await aGroup(owner.api, { parent_id: group.id });
      const project = await aProject(owner.api, { namespace_id: inner.id });
      await owner.api.delete(`projects/${project.id}`);

      await Promise.all([
        owner.api.post(`projects/${project.id}/restore`),
        owner.api.delete(`groups/${round % 2 ? group.id : inner.id}`),
      ]);
      expect(await owner.api.get(`projects/${project.id}`)).toMatchObject(NOT_FOUND);
    }
  });

  it('are the same as to cancel the operation', async () => {
    const project = await aProject(owner.api);
    const { body } = await owner.api.delete(`projects/${project.id}`);
    const canceled = await owner.api.post(`operations/${body.operation.id}/cancel`);
    const again = await owner.api.post(`operations/${body.operation.id}/cancel`);

    expect(canceled).toMatchObject({ status: 200, body: { state: 'canceled' } });
    expect(again).toMatchObject({ status: 409, text: '{"message":"409 Conflict - The operation has ended"}' });
    expect((await owner.api.get(`projects/${project.id}`)).status).toBe(200);
  });

  it('are for former Owners, by cancellation too, and for nobody who only manages the project', async () => {
    const project = await aProject(owner.api);
    const maintainer = await aMember(app, { project }, 40);
    const { body } = await owner.api.delete(`projects/${project.id}`);
    const cancel = (user: TestUser) => user.api.post(`operations/${body.operation.id}/cancel`);

    expect((await maintainer.api.get(`operations/${body.operation.id}`)).status).toBe(200);
    expect(await cancel(maintainer)).toMatchObject({ status: 403, text: '{"message":"403 Forbidden"}' });
    expect(await owner.api.get(`projects/${project.id}`)).toMatchObject(NOT_FOUND);
    expect((await cancel(owner)).status).toBe(200);
  });

  it('are for none who has lost the role meanwhile, although the deletion was their own', async () => {
    const above = await aGroup(owner.api, { visibility: 'public' });
    const formerOwner = await aMember(app, { group: above }, 50);
    const group = await aGroup(owner.api, { parent_id: above.id, visibility: 'public' });
    const project = await aProject(owner.api, { namespace_id: above.id, visibility: 'public' });
    const paths = [`groups/${group.id}`, `projects/${project.id}`];
    const deletions = await Promise.all(paths.map((path) => formerOwner.api.delete(path)));
    await owner.api.put(`groups/${above.id}/members/${formerOwner.id}`, { access_level: 10 });

    for (const { body } of deletions) {
      expect(await formerOwner.api.post(`operations/${body.operation.id}/cancel`)).toMatchObject({ status: 403 });
    }
    expect((await formerOwner.api.post(`groups/${group.id}/restore`)).status).toBe(404);
    expect((await owner.api.get(`groups/${group.id}`)).status).toBe(404);
    expect((await owner.api.post(`groups/${group.id}/restore`)).status).toBe(201);
  });

  it('answer 409 when the path was taken meanwhile, and the project stays restorable', async () => {
    const path = unique('taken');
    const project = await aProject(owner.api, { path, name: path });
    await owner.api.delete(`projects/${project.id}`);
    const other = await aProject(owner.api, { path, name: path });

    expect(await owner.api.post(`projects/${project.id}/restore`)).toMatchObject(TAKEN);
    expect((await owner.api.put(`projects/${other.id}`, { path: unique('moved') })).status).toBe(200);
    expect(await owner.api.post(`projects/${project.id}/restore`)).toMatchObject({ status: 201 });
  });

  it('restore a group with all that was deleted with it, and nothing that was deleted before', async () => {
    const group = await aGroup(owner.api);
    const subgroup = await aGroup(owner.api, { parent_id: group.id });
    const inside = await aProject(owner.api, { namespace_id: subgroup.id });
    const earlier = await aProject(owner.api, { namespace_id: group.id });
    await owner.api.delete(`projects/${earlier.id}`);
    const { body } = await owner.api.delete(`groups/${group.id}`);
    const alone = await owner.api.post(`projects/${inside.id}/restore`);
    const below = await owner.api.post(`groups/${subgroup.id}/restore`);
    const usurper = await aGroup(owner.api, { path: group.path, name: group.path });
    const taken = await owner.api.post(`groups/${group.id}/restore`);
    await owner.api.put(`groups/${usurper.id}`, { path: unique('elsewhere') });
    const restored = await app.admin.post(`groups/${group.id}/restore`);

    expect(body.operation).toMatchObject({ state: 'scheduled', progress: { done: 0, total: 1 } });
    expect(alone).toMatchObject(NOT_FOUND);
    expect(below.status).toBe(404);
    expect(taken).toMatchObject(TAKEN);
    expect(restored).toMatchObject({ status: 201, body: { id: group.id, full_path: group.full_path } });
    expect((await owner.api.get(`groups/${encodeURIComponent(subgroup.full_path)}`)).body.id).toBe(subgroup.id);
    expect((await owner.api.get(`projects/${encodeURIComponent(inside.path_with_namespace)}`)).body.id).toBe(inside.id);
    expect((await owner.api.get(`projects/${earlier.id}`)).status).toBe(404);
    expect((await owner.api.post(`projects/${earlier.id}/restore`)).status).toBe(201);
  });

  it('restore with a visibility no higher than that of the group by then', async () => {
    const top = await aGroup(owner.api, { visibility: 'public' });
    const sub = await aGroup(owner.api, { parent_id: top.id, visibility: 'public' });
    const inSub = await aProject(owner.api, { namespace_id: sub.id, visibility: 'public' });
    const inTop = await aProject(owner.api, { namespace_id: top.id, visibility: 'public' });
    const closed = await aProject(owner.api, { namespace_id: sub.id, visibility: 'private' });
    await owner.api.delete(`projects/${inTop.id}`);
    await owner.api.delete(`groups/${sub.id}`);
    expect((await owner.api.put(`groups/${top.id}`, { visibility: 'internal' })).status).toBe(200);

    const project = await owner.api.post(`projects/${inTop.id}/restore`);
    const group = await owner.api.post(`groups/${sub.id}/restore`);

    expect([project.status, project.body.visibility]).toEqual([201, 'internal']);
    expect([group.status, group.body.visibility]).toEqual([201, 'internal']);
    expect((await owner.api.get(`projects/${inSub.id}`)).body.visibility).toBe('internal');
    expect((await owner.api.get(`projects/${closed.id}`)).body.visibility).toBe('private');
    expect((await app.anonymous.get(`projects/${inTop.id}`)).status).toBe(404);
  });

  it('answer 404 after the removal', async () => {
    const project = await aProject(owner.api);
    const { body } = await owner.api.delete(`projects/${project.id}`);
    await graceEnds();

    expect((await owner.api.get(`operations/${body.operation.id}`)).body.state).toBe('finished');
    expect(await owner.api.post(`projects/${project.id}/restore`)).toMatchObject(NOT_FOUND);
    expect((await owner.api.post(`operations/${body.operation.id}/cancel`)).status).toBe(409);
    expect(await app.sql('select 1 from projects where id = $1', [project.id])).toEqual([]);
  });
});

describe('POST /projects/:id/restore without DELETION_GRACE', () => {
  it('answers 404, whether or not the removal has begun', async () => {
    const plain = await startApp({ jobs: false });
    try {
      const user = await aUser(plain);
      const project = await aProject(user.api);
      const { body } = await user.api.delete(`projects/${project.id}`);

      expect(await user.api.post(`projects/${project.id}/restore`)).toMatchObject(NOT_FOUND);
      expect(await user.api.post(`operations/${body.operation.id}/cancel`)).toMatchObject({
        status: 405,
        text: '{"error":"405 Not Allowed"}',
      });
    } finally {
      await plain.close();
    }
  });
});

describe('DELETE with dry_run', () => {
  it('lists the groups and projects that a deletion of a group would delete, and changes nothing', async () => {
    const group = await aGroup(owner.api);
    const subgroup = await aGroup(owner.api, { parent_id: group.id });
    const project = await aProject(owner.api, { namespace_id: subgroup.id });
    const member = await aMember(app, { group }, 40);

    const preview = await owner.api.delete(`groups/${group.id}?dry_run=true`);
    const ofProject = await owner.api.delete(`projects/${project.id}`, { dry_run: true });
    const byMember = await member.api.delete(`groups/${group.id}?dry_run=true`);

    expect(preview.status).toBe(200);
    expect(preview.body).toEqual({
      dry_run: true,
      items: [
        { kind: 'group', id: group.id, name: expect.any(String), action: 'delete' },
        { kind: 'group', id: subgroup.id, name: expect.any(String), action: 'delete' },
        { kind: 'project', id: project.id, name: project.name, action: 'delete' },
      ],
      totals: {
        groups: 2,
        projects: 1,
        repositories: 1,
        packages: 0,
        images: 0,
        bytes: expect.any(Number),
      },
    });
    expect(ofProject.body.totals).toMatchObject({ groups: 0, projects: 1 });
    expect(byMember.status).toBe(403);
    expect((await owner.api.get(`projects/${project.id}`)).status).toBe(200);
  });

  it('is refused for a user as the deletion would be', async () => {
    const user = await aUser(app);
    const project = await aProject(user.api);
    const group = await aGroup(user.api);

    const refused = await app.admin.delete(`users/${user.id}?dry_run=true`);
    const preview = await app.admin.delete(`users/${user.id}?dry_run=true&hard_delete=true`);

    expect(refused).toMatchObject({
      status: 409,
      text: `{"message":"409 Conflict - The user is the last owner of ${group.full_path}"}`,
    });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        items: [
          { kind: 'user', id: user.id },
          { kind: 'group', id: group.id },
          { kind: 'project', id: project.id },
        ],
        totals: { groups: 1, projects: 1 },
      },
    });
    expect((await user.api.get('user')).status).toBe(200);
  });
});
