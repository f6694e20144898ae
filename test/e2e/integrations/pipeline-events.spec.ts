import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api);
  await owner.api.put(`projects/${project.id}/integrations/chat-notifications-a`, {
    webhook: 'https://chat.example.com/hook',
    job_events: true,
  });
  await owner.api.put(`projects/${project.id}/integrations/monitoring-a`, {
    api_key: 'of_the_monitor',
    archive_trace_events: true,
  });
});
afterAll(() => app.close());

interface Row {
  readonly object_kind: string;
  readonly payload: Record<string, unknown>;
}

const events = (id = project.id) =>
  app.sql<Row>('select object_kind, payload from integration_events where project_id = $1 order by id', [id]);

describe('a pipeline', () => {
  it('raises events of itself and of its jobs in the transaction of each change', async () => {
    const sha = await aCommit(owner.api, project, { '.ci.yml': 'unit: { script: make }' });
    const started = await owner.api.post(`projects/${project.id}/pipeline`, {
      ref: 'main',
      variables: [{ key: 'KEY', value: 'of-the-pipeline' }],
    });
    const canceled = await owner.api.post(`projects/${project.id}/pipelines/${started.body.id}/cancel`);
    const found = (await events()).filter(({ object_kind: kind }) => kind !== 'push');
    const [first, build, second, ...last] = found;
    const kindsOf = (rows: readonly Row[]) => rows.map(({ object_kind: kind }) => kind);

    expect([started.status, canceled.status]).toEqual([201, 201]);
    expect(kindsOf(found)).toEqual(['pipeline', 'build', 'pipeline', 'build', 'pipeline']);
    expect(first!.payload).toMatchObject({
      object_kind: 'pipeline',
      object_attributes: { id: started.body.id, ref: 'main', tag: false, sha, status: 'created', stages: ['test'] },
      user: { username: owner.username },
      project: { id: project.id },
      commit: { id: sha, message: 'Files', title: 'Files' },
      builds: [{ name: 'unit', stage: 'test', status: 'created' }],
    });
    expect(first!.payload.object_attributes).toHaveProperty('variables', [{ key: 'KEY' }]);
    expect(build!.payload).toMatchObject({
      build_name: 'unit',
      build_status: 'pending',
      pipeline_id: started.body.id,
    });
    expect(second!.payload).toMatchObject({
      object_attributes: { status: 'pending' },
      builds: [{ status: 'pending' }],
    });
    expect(last.map(({ payload }) => payload)).toMatchObject([
      { build_name: 'unit', build_status: 'canceled' },
      { object_attributes: { status: 'canceled' } },
    ]);
  });

  it('raises those of the jobs that start with it by stage', async () => {
    const own = await aProject(owner.api);
    const settings = { webhook: 'https://chat.example.com/hook', job_events: true };
    await owner.api.put(`projects/${own.id}/integrations/chat-notifications-a`, settings);
    const ci = 'last: { stage: deploy, needs: [], script: x }\nfirst: { stage: build, script: x }';
    await aCommit(owner.api, own, { '.ci.yml': ci });
    await owner.api.post(`projects/${own.id}/pipeline`, { ref: 'main' });
    const builds = (await events(own.id)).filter(({ object_kind: kind }) => kind === 'build');

    expect(builds.map(({ payload }) => [payload.build_name, payload.build_status])).toEqual([
      ['first', 'pending'],
      ['last', 'pending'],
    ]);
  });

  it('shows its commit at the present path of the project', async () => {
    const moved = await aProject(owner.api);
    await owner.api.put(`projects/${moved.id}/integrations/monitoring-a`, { api_key: 'of_the_monitor' });
    const sha = await aCommit(owner.api, moved, { '.ci.yml': 'unit: { script: make }' });
    await owner.api.post(`projects/${moved.id}/pipeline`, { ref: 'main' });
    const renamed = await owner.api.put(`projects/${moved.id}`, { path: `renamed-${moved.id}` });
    await owner.api.post(`projects/${moved.id}/pipeline`, { ref: 'main' });
    const urls = (await events(moved.id))
      .filter(({ object_kind: kind }) => kind === 'pipeline')
      .map(({ payload }) => new URL((payload.commit as { readonly url: string }).url).pathname);

    expect(renamed.status).toBe(200);
    const before = `/${moved.path_with_namespace}/-/commit/${sha}`;
    const after = `/${renamed.body.path_with_namespace}/-/commit/${sha}`;
    expect(urls).toEqual([before, before, after, after]);
  });

  it('raises none where nobody is told', async () => {
    const other = await aProject(owner.api);
    await aCommit(owner.api, other, { '.ci.yml': 'unit: { script: make }' });
    await owner.api.post(`projects/${other.id}/pipeline`, { ref: 'main' });

    expect(await events(other.id)).toEqual([]);
  });
});

describe('a path of integrations', () => {
  it('answers 404 to every verb for an unknown kind, and 405 to other verbs for a known one', async () => {
    const known = await owner.api.post(`projects/${project.id}/integrations/jira`);
    const unknown = await owner.api.post(`projects/${project.id}/integrations/nothing`);
    const test = await owner.api.get(`projects/${project.id}/services/nothing/test`);

    expect(known).toMatchObject({ status: 405, body: { error: '405 Not Allowed' } });
    expect(known.headers.get('allow')).toContain('PUT');
    expect(unknown).toMatchObject({ status: 404, body: { error: '404 Not Found' } });
    expect(test).toMatchObject({ status: 404, body: { error: '404 Not Found' } });
  });
});
