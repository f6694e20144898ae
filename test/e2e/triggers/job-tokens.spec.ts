import { aCiProject } from '../../builders/pipelines.js';
import { aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { ONE, RunningJobs, variable } from '../../builders/running-jobs.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';

let app: TestApp;
let git: GitClient;
let owner: TestUser;
let jobs: RunningJobs;
beforeAll(async () => {
  app = await startApp({ env: { CI_RUNNER_LOST_AFTER: '3600' } });
  git = await GitClient.make();
  owner = await aUser(app);
  jobs = new RunningJobs(app, owner);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

describe('a request with the token of a job', () => {
  const own = (token: string): Promise<Answer> => app.anonymous.get('job', { headers: { 'JOB-TOKEN': token } });

  it('reads the job at GET /job while it runs', async () => {
    const { ci, runner, job } = await jobs.start();

    expect(await own(job.token)).toMatchObject({ status: 200, body: { id: job.id, status: 'running', name: 'one' } });
    const asBearer = { headers: { Authorization: `Bearer ${job.token}` } };
    expect((await app.anonymous.get('job', asBearer)).body.id).toBe(job.id);
    expect((await app.anonymous.get(`job?job_token=${job.token}`)).body.id).toBe(job.id);
    expect((await app.anonymous.get('user', { headers: { 'JOB-TOKEN': job.token } })).status).toBe(401);
    expect((await app.anonymous.get('job')).status).toBe(401);
    await runner.update(job, 'success');
    expect((await own(job.token)).status).toBe(401);
    expect(await jobs.jobOf(ci, job)).not.toHaveProperty('token');
  });

  it('starts pipelines as a parameter, a header and a bearer token', async () => {
    const { ci, runner, job } = await jobs.start();
    const path = `${ci.path}/trigger/pipeline`;
    const call = (fields: object, headers: Record<string, string> = {}) =>
      app.anonymous.post(path, { ref: 'main', ...fields }, { headers });
    const forms = [
      () => call({ token: job.token }),
      () => call({ job_token: job.token }),
      () => call({}, { 'JOB-TOKEN': job.token }),
      () => call({}, { Authorization: `Bearer ${job.token}` }),
    ];
    for (const send of forms) {
      expect(await send()).toMatchObject({ status: 201, body: { source: 'pipeline', user: { id: owner.id } } });
    }
    const { body: trigger } = await owner.api.post(`${ci.path}/triggers`, { description: 'x' });
    const inside = [{ 'JOB-TOKEN': job.token }, { Authorization: `Bearer ${job.token}` }];
    for (const headers of inside) {
      const { body } = await call({ token: trigger.token }, headers as unknown as Record<string, string>);
      expect(body.source).toBe('trigger');
      expect((await owner.api.get(`${ci.path}/pipelines/${body.id}`)).body.source_pipeline).toBeNull();
    }
    expect(await call({}, { 'JOB-TOKEN': '' })).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"token\\" not given"}',
    });
    await runner.update(job, 'success');
    expect((await call({}, { 'JOB-TOKEN': job.token })).body.error_description).toBe('Job is not running');
    expect((await call({ token: trigger.token }, { 'JOB-TOKEN': job.token })).status).toBe(401);
  });

  it('starts pipelines of other projects, which name their source job', async () => {
    const { ci, runner, job, pipeline } = await jobs.start();
    const other = await aCiProject(app, ONE, { owner });
    const call = () => app.anonymous.post(`${other.path}/trigger/pipeline`, { ref: 'main', token: job.token });
    const started = await call();

    expect(started).toMatchObject({ status: 201, body: { source: 'pipeline', user: { id: owner.id } } });
    const source = { project_id: ci.project.id, pipeline_id: pipeline.id, job_id: job.id };
    expect(started.body.source_pipeline).toEqual(source);
    expect((await owner.api.get(`${other.path}/pipelines/${started.body.id}`)).body.source_pipeline).toEqual(source);
    const downstream = `${ci.path}/pipelines/${pipeline.id}/downstream`;
    expect((await owner.api.get(downstream)).body).toMatchObject([{ id: started.body.id }]);
    const reporter = await aMember(app, { project: ci.project }, 20);
    expect((await reporter.api.get(downstream)).body).toEqual([]);

    const follow = `${other.path}/trigger/pipeline/${started.body.id}`;
    expect(await app.anonymous.get(follow, { headers: { 'JOB-TOKEN': job.token } })).toMatchObject({
      status: 200,
      body: { id: started.body.id, jobs: [{ name: 'one', stage: 'test', allow_failure: false }] },
    });
    await runner.update(job, 'success');
    expect(await call()).toMatchObject({
      status: 401,
      text: '{"message":"401 Unauthorized","error":"invalid_token","error_description":"Job is not running"}',
    });
  });

  it('starts pipelines of an event, which rules, jobs and the list of pipelines know', async () => {
    const { job } = await jobs.start();
    const rules = 'rules: [{ if: \'$CI_TRIGGER_EVENT == "deploy.done"\', when: always }, { when: manual }]';
    const other = await aCiProject(app, `one: { script: x, ${rules} }`, { owner });
    const params = { ref: 'main', token: job.token, event_type: 'deploy.done' };
    const started = await app.anonymous.post(`${other.path}/trigger/pipeline`, params);
    const runner = await jobs.runnerOf(other);

    expect(started.status).toBe(201);
    expect(variable(await runner.take(), 'CI_TRIGGER_EVENT')?.value).toBe('deploy.done');
    const listed = await owner.api.get(`${other.path}/pipelines?event_type=deploy.done`);
    expect(listed.body).toMatchObject([{ id: started.body.id }]);
  });

  it('is refused when the project is deleted', async () => {
    const { ci, runner, job } = await jobs.start();
    await owner.api.delete(ci.path);

    expect((await own(job.token)).status).toBe(401);
    expect((await runner.log(job, 'x', 0)).status).toBe(403);
  });

  it('clones the code, and signs in at the registry, while the job runs', async () => {
    const { ci, runner, job } = await jobs.start();
    const remote = remoteOf(app.url, ci.project.path_with_namespace, { username: 'ci-job-token', secret: job.token });
    await git.ok(['clone', '-q', remote, `by-job-${job.id}`]);
    const grants = async (name: string, actions: string) => {
      const basic = Buffer.from(`ci-job-token:${job.token}`).toString('base64');
      const query = `service=container_registry&scope=repository:${name.toLowerCase()}:${actions}`;
      const { status, body } = await app.anonymous.get(`/jwt/auth?${query}`, {
        headers: { Authorization: `Basic ${basic}` },
      });
      const claims =
        status === 200 ? JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString()) : { access: [] };
      return [status, claims.access.flatMap((entry: { actions: string[] }) => entry.actions)];
    };
    const other = await aCiProject(app, ONE, { owner });

    expect(await grants(ci.project.path_with_namespace, 'pull,push,delete,*')).toEqual([
      200,
      ['pull', 'push', 'delete'],
    ]);
    expect(await grants(other.project.path_with_namespace, 'pull,push,delete')).toEqual([200, ['pull']]);
    await runner.update(job, 'success');
    expect(await grants(ci.project.path_with_namespace, 'pull')).toEqual([401, []]);
    const { code } = await git.run(['clone', '-q', remote, `by-dead-job-${job.id}`]);
    expect(code).not.toBe(0);
  });
});
