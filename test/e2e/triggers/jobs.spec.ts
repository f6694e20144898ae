import { aCiProject } from '../../builders/pipelines.js';
import type { CiProject } from '../../builders/pipelines.js';
import { aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
import { notFound } from '../../support/answers.js';
import { ISO_TIME } from '../../support/times.js';

const TIME = expect.stringMatching(ISO_TIME);
const refused = (reason: string) => ({ status: 403, text: `{"message":"403 Forbidden - ${reason}"}` });
const NOT_FOUND = notFound('Job');

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
});

async function aPipeline(definition: string, fields: object = {}) {
  const ci = await aCiProject(app, definition, { owner, fields });
  const runner = await TestRunner.register(app, (await owner.api.get(ci.path)).body.runners_token, {
    description: 'r',
  });
  const pipeline = await ci.start();
  const jobs = (await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs`)).body as { id: number; name: string }[];
  const id = (name: string) => jobs.find((job) => job.name === name)?.id ?? 0;
  return { ci, runner, pipeline, id };
}
const jobOf = async ({ path }: CiProject, id: number) => (await owner.api.get(`${path}/jobs/${id}`)).body;

describe('GET /projects/:id/jobs and /projects/:id/jobs/:job_id', () => {
  it('show a job with everything around it', async () => {
    const { ci, runner, pipeline } = await aPipeline('one: { script: echo, tags: [] }');
    const { id } = await runner.take();
    const { body } = await owner.api.get(`${ci.path}/jobs/${id}`);
    const url = `${app.url}/${ci.project.path_with_namespace}`;

    expect(body).toEqual({
      id,
      name: 'one',
      stage: 'test',
      status: 'running',
      ref: 'main',
      tag: false,
      coverage: null,
      allow_failure: false,
      created_at: TIME,
      started_at: TIME,
      finished_at: null,
      erased_at: null,
      duration: expect.any(Number),
      queued_duration: expect.any(Number),
      user: expect.objectContaining({ id: owner.id, created_at: TIME, bio: null, bot: false, followers: 0, skype: '' }),
      commit: expect.objectContaining({ id: ci.sha, title: 'Go [skip ci]', web_url: `${url}/-/commit/${ci.sha}` }),
      pipeline: {
        id: pipeline.id,
        iid: expect.any(Number),
        project_id: ci.project.id,
        sha: ci.sha,
        ref: 'main',
        status: 'running',
        source: 'api',
        created_at: TIME,
        updated_at: TIME,
        web_url: `${url}/-/pipelines/${pipeline.id}`,
      },
      web_url: `${url}/-/jobs/${id}`,
      project: { ci_job_token_scope_enabled: false },
      artifacts: [],
      artifacts_expire_at: null,
      runner: {
        id: runner.id,
        description: 'r',
        active: true,
        paused: false,
        is_shared: false,
        runner_type: 'project_type',
        name: 'test-runner',
        online: true,
        status: 'online',
      },
      tag_list: [],
    });
  });

  it('answer 404 for a job that is missing or of another project', async () => {
    const { ci, id } = await aPipeline('one: { script: echo }');
    const other = await aPipeline('one: { script: echo }');

    for (const wrong of [other.id('one'), 999_999, '99999999999999999999']) {
      expect(await owner.api.get(`${ci.path}/jobs/${wrong}`)).toMatchObject(NOT_FOUND);
      expect(await owner.api.get(`${ci.path}/jobs/${wrong}/trace`)).toMatchObject(NOT_FOUND);
      expect(await owner.api.post(`${ci.path}/jobs/${wrong}/cancel`)).toMatchObject(NOT_FOUND);
    }
    expect((await owner.api.get(`${ci.path}/jobs/-1`)).text).toBe('{"error":"404 Not Found"}');
    expect((await owner.api.get(`${ci.path}/jobs/${id('one')}/trace`)).text).toBe('');
  });

  it('list jobs, newest first, by status', async () => {
    const { ci, pipeline, id } = await aPipeline(
      'b: { stage: build, script: echo }\na: { script: echo }\nc: { stage: build, script: echo }',
    );
    const names = async (path: string) =>
      (await owner.api.get(`${ci.path}/${path}`)).body.map(({ name }: { name: string }) => name);

    expect(await names('jobs')).toEqual(['a', 'c', 'b'].sort((x, y) => id(y) - id(x)));
    expect(await names(`pipelines/${pipeline.id}/jobs`)).toEqual(['b', 'c', 'a']);
    expect(await names('jobs?scope=created')).toEqual(['a']);
    expect(await names('jobs?scope[]=created&scope[]=pending')).toHaveLength(3);
    expect(await names(`pipelines/${pipeline.id}/jobs?scope[]=success`)).toEqual([]);
    expect(await owner.api.get(`${ci.path}/jobs?scope[]=nonsense`)).toMatchObject({
      status: 400,
      body: { message: { scope: ['does not have a valid value'] } },
    });
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/bridges`)).body).toEqual([]);
    expect((await owner.api.get(`${ci.path}/pipelines/999999/bridges`)).text).toBe(
      '{"message":"404 Pipeline Not Found"}',
    );
    expect((await owner.api.get(`${ci.path}/pipelines/999999/jobs`)).text).toBe('{"message":"404 Pipeline Not Found"}');
  });

  it('answer those who may read pipelines', async () => {
    const { ci, id } = await aPipeline('one: { script: echo }', { visibility: 'public', public_jobs: false });
    const guest = await aMember(app, { project: ci.project }, 10);
    const reporter = await aMember(app, { project: ci.project }, 20);
    const path = `${ci.path}/jobs/${id('one')}`;

    for (const [api, status] of [
      [app.anonymous, 403],
      [guest.api, 403],
      [reporter.api, 200],
    ] as const) {
      expect((await api.get(path)).status).toBe(status);
      expect((await api.get(`${path}/trace`)).status).toBe(status);
      expect((await api.get(`${ci.path}/jobs`)).status).toBe(status);
    }
    for (const act of ['cancel', 'retry', 'play', 'erase']) {
      expect((await reporter.api.post(`${path}/${act}`)).status).toBe(403);
      expect((await app.anonymous.post(`${path}/${act}`)).status).toBe(401);
    }
    await owner.api.put(ci.path, { public_jobs: true });
    expect((await app.anonymous.get(path)).status).toBe(200);
  });
});

describe('POST /projects/:id/jobs/:job_id/cancel and /retry', () => {
  it('cancel a job that has not ended', async () => {
    const { ci, pipeline, id } = await aPipeline('one: { script: echo }');
    const cancel = () => owner.api.post(`${ci.path}/jobs/${id('one')}/cancel`);

    expect(await cancel()).toMatchObject({ status: 201, body: { id: id('one'), status: 'canceled' } });
    expect(await cancel()).toMatchObject(refused('Job is not cancelable'));
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`)).body.status).toBe('canceled');
  });

  it.each(['job', 'pipeline'])('end the time in which a job waits for a runner by a cancel of the %s', async (what) => {
    const { ci, pipeline, id } = await aPipeline('one: { script: echo }');
    await app.sql(`update ci_jobs set queued_at = now() - interval '1 hour' where id = $1`, [id('one')]);
    const ended = what === 'job' ? `jobs/${id('one')}` : `pipelines/${pipeline.id}`;
    await owner.api.post(`${ci.path}/${ended}/cancel`);
    const first = await jobOf(ci, id('one'));
    const later = await jobOf(ci, id('one'));

    expect(first).toMatchObject({ status: 'canceled', started_at: null, duration: null });
    expect(first.finished_at).toEqual(expect.any(String));
    expect(first.queued_duration).toBeGreaterThanOrEqual(3600);
    expect(later.queued_duration).toBe(first.queued_duration);
  });

  it('replace a job that ended by a new one, and evaluate the skipped ones again', async () => {
    const { ci, runner, pipeline, id } = await aPipeline('a: { stage: build, script: exit 1 }\nb: { script: echo }');
    const retry = (job: number) => owner.api.post(`${ci.path}/jobs/${job}/retry`);
    expect(await retry(id('a'))).toMatchObject(refused('Job is not retryable'));
    await runner.runAll();
    expect(await jobOf(ci, id('b'))).toMatchObject({ status: 'skipped' });

    const fresh = await retry(id('a'));
    expect(fresh).toMatchObject({ status: 201, body: { name: 'a', status: 'pending', user: { id: owner.id } } });
    expect(fresh.body.id).not.toBe(id('a'));
    expect(await retry(id('a'))).toMatchObject(refused('Job is not retryable'));
    expect(await jobOf(ci, id('b'))).toMatchObject({ status: 'created' });
    const { body } = await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`);
    expect(body).toMatchObject({ finished_at: null, duration: null });
    const job = await runner.take();
    await runner.update(job, 'success');
    expect((await runner.take()).job_info.name).toBe('b');
  });

  it('leave the jobs of a canceled pipeline to their turn when it is retried', async () => {
    const { ci, runner, pipeline } = await aPipeline(`
a: { stage: build, script: echo }
hand: { stage: build, script: echo, when: manual }
later: { stage: build, script: echo, when: delayed, start_in: 1 hour }
b: { script: echo }
bad: { script: echo, when: on_failure }
c: { stage: deploy, script: echo, needs: [b] }`);
    const statuses = async () => {
      const { body } = await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs`);
      return Object.fromEntries(body.map(({ name, status }: { name: string; status: string }) => [name, status]));
    };
    const before = await statuses();
    await owner.api.post(`${ci.path}/pipelines/${pipeline.id}/cancel`);
    const { status, body } = await owner.api.post(`${ci.path}/pipelines/${pipeline.id}/retry`);

    expect([status, body.status]).toEqual([201, 'running']);
    expect(before).toEqual({
      a: 'pending',
      hand: 'manual',
      later: 'scheduled',
      b: 'created',
      bad: 'created',
      c: 'created',
    });
    expect(await statuses()).toEqual(before);
    expect((await runner.take()).job_info.name).toBe('a');
    expect((await runner.request()).status).toBe(204);
  });

  it('create one new job for two retries at once', async () => {
    const { ci, runner, id } = await aPipeline('one: { script: echo }');
    await runner.runAll();
    const retry = () => owner.api.post(`${ci.path}/jobs/${id('one')}/retry`);

    const statuses = (await Promise.all([retry(), retry(), retry()])).map(({ status }) => status);

    expect(statuses.sort()).toEqual([201, 403, 403]);
    expect((await owner.api.get(`${ci.path}/jobs?include_retried=true`)).body).toHaveLength(2);
  });
});

describe('POST /projects/:id/jobs/:job_id/play', () => {
  it('starts manual jobs, with variables', async () => {
    const { ci, runner, pipeline, id } = await aPipeline('one: { script: echo, when: manual, allow_failure: false }');
    const play = (body?: object) => owner.api.post(`${ci.path}/jobs/${id('one')}/play`, body);
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`)).body).toMatchObject({
      status: 'manual',
      detailed_status: { text: 'blocked', label: 'waiting for manual action', group: 'manual' },
    });
    expect(await play({ job_variables_attributes: [{ key: 'A-B', value: 'x' }] })).toMatchObject({
      status: 400,
      body: { message: { job_variables_attributes: ['is invalid'] } },
    });

    expect(await play({ job_variables_attributes: [{ key: 'PLAYED', value: 'yes' }] })).toMatchObject({
      status: 201,
      body: { status: 'pending' },
    });
    const unplayable = { status: 400, text: '{"message":"400 Bad request - Unplayable Job"}' };
    expect(await play()).toMatchObject(unplayable);
    const job = await runner.take();
    expect(job.variables).toContainEqual(expect.objectContaining({ key: 'PLAYED', value: 'yes', public: false }));
    expect(await play()).toMatchObject(unplayable);
  });

  it('starts scheduled jobs before their time', async () => {
    const { ci, id } = await aPipeline('one: { script: echo, when: delayed, start_in: 1 day }');

    expect(await owner.api.post(`${ci.path}/jobs/${id('one')}/play`)).toMatchObject({
      status: 201,
      body: { status: 'pending' },
    });
  });
});

describe('POST /projects/:id/jobs/:job_id/erase', () => {
  it('deletes log and artifacts of an ended job', async () => {
    const { ci, runner, id } = await aPipeline('one: { script: echo }');
    const job = await runner.take();
    await runner.log(job, 'hello', 0);
    await runner.upload(job, Buffer.from('zip'));
    const erase = (by = owner) => by.api.post(`${ci.path}/jobs/${id('one')}/erase`);
    expect(await erase()).toMatchObject(refused('Job is not erasable'));
    await runner.update(job, 'success');
    const developer = await aMember(app, { project: ci.project }, 30);
    expect(await erase(developer)).toMatchObject({ status: 403 });

    expect(await erase()).toMatchObject({ status: 201, body: { erased_at: TIME, artifacts: [] } });
    expect((await owner.api.get(`${ci.path}/jobs/${id('one')}/trace`)).text).toBe('');
    expect((await owner.api.get(`${ci.path}/jobs/${id('one')}/artifacts`)).status).toBe(404);
    expect((await owner.api.get(`${ci.path}/jobs/${id('one')}`)).body).not.toHaveProperty('artifacts_file');
  });

  it('is allowed to the user of the job as well', async () => {
    const { ci, runner } = await aPipeline('one: { script: echo }');
    await runner.runAll();
    const developer = await aMember(app, { project: ci.project }, 30);
    const [{ id }] = (await owner.api.get(`${ci.path}/jobs`)).body;
    await app.sql('update ci_jobs set user_id = $1 where id = $2', [developer.id, id]);

    expect((await developer.api.post(`${ci.path}/jobs/${id}/erase`)).status).toBe(201);
  });
});

describe('DELETE /projects/:id/pipelines/:pipeline_id of a pipeline with jobs', () => {
  it('deletes logs and artifacts as well', async () => {
    const { ci, runner, pipeline } = await aPipeline('one: { script: echo }');
    const job = await runner.take();
    await runner.log(job, 'hello', 0);
    await runner.upload(job, Buffer.from('zip'));

    expect((await owner.api.delete(`${ci.path}/pipelines/${pipeline.id}`)).status).toBe(204);
    expect((await runner.log(job, 'x', 5)).status).toBe(403);
    const [rows] = await app.sql<{ logs: number; artifacts: number }>(
      `select (select count(*) from ci_job_logs where job_id = $1)::int as logs,
              (select count(*) from ci_artifacts where job_id = $1)::int as artifacts`,
      [job.id],
    );
    expect(rows).toEqual({ logs: 0, artifacts: 0 });
  });
});
