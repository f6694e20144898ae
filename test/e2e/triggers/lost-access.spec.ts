import { aCiProject } from '../../builders/pipelines.js';
import { aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
import { until } from '../../support/until.js';

const TWO = 'one: { script: echo one }\ntwo: { script: echo two }\nthree: { script: echo, when: manual }\n';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
});

/** A developer of a public project whose pipeline has a job that runs, one that waits, and one for later. */
async function aDeveloperAtWork() {
  const ci = await aCiProject(app, TWO, { owner, fields: { visibility: 'public' } });
  const runner = await TestRunner.register(app, (await owner.api.get(ci.path)).body.runners_token);
  const user = await aMember(app, ci, 30);
  const { body } = await user.api.post(`${ci.path}/pipeline`, { ref: 'main' });
  return { ci, runner, user, pipelineId: body.id as number, job: await runner.take() };
}
type AtWork = Awaited<ReturnType<typeof aDeveloperAtWork>>;

const pull = ({ ci, job: { token } }: AtWork) =>
  app.anonymous.get(`/${ci.project.path_with_namespace}.git/info/refs?service=git-upload-pack`, {
    headers: { Authorization: `Basic ${Buffer.from(`gitlab-ci-token:${token}`).toString('base64')}` },
  });
const statuses = async ({ ci, pipelineId }: AtWork): Promise<string[]> => {
  const { body } = await owner.api.get(`${ci.path}/pipelines/${pipelineId}/jobs`);
  return (body as { status: string }[]).map(({ status }) => status).sort();
};

describe('a change that takes away access to a project', () => {
  it.each<[string, (at: AtWork) => Promise<{ status: number }>]>([
    ['as a member who is removed', ({ ci, user }) => owner.api.delete(`${ci.path}/members/${user.id}`)],
    [
      'as a member who becomes Reporter',
      ({ ci, user }) => owner.api.put(`${ci.path}/members/${user.id}`, { access_level: 20 }),
    ],
    ['by being blocked', ({ user }) => app.admin.post(`users/${user.id}/block`)],
    ['by being deleted', ({ user }) => app.admin.delete(`users/${user.id}`)],
  ])('ends the jobs of a user %s: tokens at once, running ones a moment later', async (_how, lose) => {
    const at = await aDeveloperAtWork();
    expect((await pull(at)).status).toBe(200);

    expect((await lose(at)).status).toBeLessThan(300);

    expect((await pull(at)).status).toBe(401);
    await until(async () => (await statuses(at)).every((status) => status === 'canceled'));
    const log = await at.runner.log(at.job, 'more', 0);
    expect([log.status, log.headers.get('job-status')]).toEqual([403, 'canceled']);
    expect(
      await app.anonymous.post(`${at.ci.path}/trigger/pipeline`, { ref: 'main', token: at.job.token }),
    ).toMatchObject({ status: 401, body: { error_description: 'Job is not running' } });
    expect(await at.runner.take().catch(() => 'nothing')).toBe('nothing');
  });

  it('refuses the runner of a job whose user is blocked or deactivated before anything cancels it', async () => {
    for (const state of ['blocked', 'deactivated']) {
      const at = await aDeveloperAtWork();
      expect((await at.runner.log(at.job, 'some', 0)).status).toBe(202);

      await app.sql('update users set state = $2 where id = $1', [at.user.id, state]);

      const log = await at.runner.log(at.job, 'more', 4);
      expect([log.status, log.headers.get('job-status')]).toEqual([403, 'canceled']);
      expect(await at.runner.take().catch(() => 'nothing')).toBe('nothing');
    }
  });

  it('ends them after an expiry as well: a waiting job is canceled instead of handed out', async () => {
    const at = await aDeveloperAtWork();
    await app.sql(`update members set expires_at = current_date - 1 where user_id = $1`, [at.user.id]);

    expect((await pull(at)).status).toBe(401);
    expect(await at.runner.take().catch(() => 'nothing')).toBe('nothing');
    expect(await statuses(at)).toContain('canceled');
  });
});

describe('PUT /projects/:id that switches the jobs off', () => {
  it('hands no waiting job to runners until they are on again', async () => {
    const at = await aDeveloperAtWork();
    await owner.api.put(at.ci.path, { builds_access_level: 'disabled' });

    expect((await at.runner.request()).status).toBe(204);
    expect(await statuses(at)).toEqual(['manual', 'pending', 'running']);
    expect((await at.runner.log(at.job, 'some', 0)).status).toBe(202);
    await owner.api.put(at.ci.path, { builds_access_level: 'enabled' });
    expect((await at.runner.request()).status).toBe(201);
  });
});

describe('PUT /projects/:id/members/:user_id with a lower role that is sufficient', () => {
  it('keeps the jobs of the user', async () => {
    const at = await aDeveloperAtWork();
    await owner.api.put(`${at.ci.path}/members/${at.user.id}`, { access_level: 40 });

    await owner.api.put(`${at.ci.path}/members/${at.user.id}`, { access_level: 30 });
    await app.drainJobs();

    expect((await pull(at)).status).toBe(200);
    expect(await statuses(at)).toEqual(['manual', 'pending', 'running']);
  });
});

describe('what a deleted account leaves in a project', () => {
  it('is shown as made by the ghost', async () => {
    const { ci, user, pipelineId } = await aDeveloperAtWork();
    const { body: pipeline } = await owner.api.get(`${ci.path}/pipelines/${pipelineId}`);
    await user.api.post(`${ci.path}/statuses/${pipeline.sha}`, { state: 'success', name: 'lint' });
    await user.api.post(`${ci.path}/repository/branches`, { branch: 'old', ref: 'main' });
    await user.api.delete(`${ci.path}/repository/branches/old`);
    await app.admin.delete(`users/${user.id}`);

    const statusesPath = `${ci.path}/repository/commits/${pipeline.sha}/statuses?name=lint`;
    const shown = [
      (await owner.api.get(`${ci.path}/pipelines/${pipelineId}`)).body.user,
      (await owner.api.get(statusesPath)).body[0].author,
      (await owner.api.get(`${ci.path}/repository/deleted_refs`)).body[0].actor,
    ];
    const jobs = (await owner.api.get(`${ci.path}/pipelines/${pipelineId}/jobs`)).body as { user: object }[];
    const ghost = { username: 'ghost', web_url: `${app.url}/ghost`, state: 'active' };
    expect(shown).toEqual(shown.map(() => expect.objectContaining(ghost)));
    expect(Object.keys(shown[0]).sort()).toEqual(['avatar_url', 'id', 'name', 'state', 'username', 'web_url']);
    expect(jobs.map((job) => job.user)).toEqual(jobs.map(() => expect.objectContaining({ ...ghost, bio: null })));
    expect((await owner.api.get(`${ci.path}/pipelines?username=ghost&ref=main`)).body).toMatchObject([
      { id: pipelineId },
    ]);
  });
});
