import { aCiProject } from '../../builders/pipelines.js';
import { aGroup, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ env: { DELETION_GRACE: '1h' } });
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
});

const statusOfJob = async (id: number): Promise<string> => {
  const [row] = await app.sql<{ status: string }>('select status from ci_jobs where id = $1', [id]);
  return row!.status;
};

/** A project with a job that runs and an integration that is told of jobs and pipelines. */
async function aToldProject(fields: object = {}) {
  const ci = await aCiProject(app, 'one: { script: echo }', { owner, fields });
  const runner = await TestRunner.register(app, (await owner.api.get(ci.path)).body.runners_token);
  await owner.api.put(`${ci.path}/integrations/chat-notifications-a`, {
    webhook: 'https://chat.example.com/hook',
    job_events: true,
    pipeline_events: true,
  });
  await ci.start();
  return { ci, job: await runner.take() };
}

describe('DELETE /projects/:id of a project whose integrations are told of jobs, while DELETION_GRACE runs', () => {
  it('cancels its jobs and tells nobody', async () => {
    const { ci, job } = await aToldProject();
    const events = () => app.sql('select id from integration_events where project_id = $1', [ci.project.id]);
    await app.drainJobs(); // that the job runs is told by one
    const before = await events();

    expect((await owner.api.delete(ci.path)).status).toBe(202);

    await until(async () => (await statusOfJob(job.id)) === 'canceled');
    expect(await events()).toEqual(before);
  });

  it('has canceled its jobs when the project is restored at once, alone or with its group', async () => {
    const group = await aGroup(owner.api);
    const [alone, grouped] = [await aToldProject(), await aToldProject({ namespace_id: group.id })];
    await owner.api.delete(alone.ci.path);
    await owner.api.delete(`groups/${group.id}`);

    const restored = await owner.api.post(`${alone.ci.path}/restore`);
    const restoredGroup = await owner.api.post(`groups/${group.id}/restore`);

    expect([restored.status, restoredGroup.status]).toEqual([201, 201]);
    for (const { ci, job } of [alone, grouped]) {
      expect((await owner.api.get(`${ci.path}/jobs/${job.id}`)).body.status).toBe('canceled');
    }
  });

  it('leaves what is due in other projects to be done', async () => {
    const gone = await aToldProject();
    const other = await aToldProject();
    await owner.api.delete(gone.ci.path);
    await app.sql('update ci_jobs set due_at = now() where id = any($1)', [[gone.job.id, other.job.id]]);

    await until(async () => (await statusOfJob(other.job.id)) === 'failed');
    expect(await app.sql(`select id from jobs where name = 'triggers.sweep-jobs' and dead_at is not null`)).toEqual([]);
  });
});

describe('a project that awaits its deletion', () => {
  it('has no jobs and snippets in lists, not for administrators either, until it is restored', async () => {
    const { ci, job } = await aToldProject();
    const fields = { title: 'x', file_name: 'x', content: 'x' };
    await owner.api.post(`${ci.path}/snippets`, fields);
    await app.admin.post(`${ci.path}/snippets`, fields);
    const [row] = await app.sql<{ runner: string }>('select runner_id::text as runner from ci_jobs where id = $1', [
      job.id,
    ]);
    const shown = async () => {
      const lists = ['snippets', 'snippets/all', `runners/${row!.runner}/jobs`];
      const answers = await Promise.all(lists.map((path) => app.admin.get(path)));
      return answers.map(({ body }) => (body as unknown[]).length);
    };

    expect(await shown()).toEqual([1, 2, 1]);
    await owner.api.delete(ci.path);
    expect(await shown()).toEqual([0, 0, 0]);
    await owner.api.post(`${ci.path}/restore`);
    expect(await shown()).toEqual([1, 2, 1]);
  });
});
