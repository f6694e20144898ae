import { Injectable, Module } from '@nestjs/common';
import { JOB_CHANGED } from '../../../src/modules/pipelines/pipeline-events.js';
import type { JobChanged } from '../../../src/modules/pipelines/pipeline-events.js';
import { aCiProject } from '../../builders/pipelines.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { ONE, RunningJobs } from '../../builders/running-jobs.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const THREE_STAGES = `
build:
  stage: build
  script: [echo building, echo "on $CI_COMMIT_REF_NAME"]
test one: { stage: test, script: echo one }
test two: { stage: test, script: echo two }
deploy:
  stage: deploy
  before_script: [echo before]
  script: echo deployed
`;

const jobEvents: JobChanged[] = [];
@Injectable()
class NoteJobEvent {
  static readonly jobName = 'test.note-job-event';
  static readonly on = [JOB_CHANGED];
  perform(event: JobChanged): Promise<void> {
    jobEvents.push(event);
    return Promise.resolve();
  }
}
@Module({ providers: [NoteJobEvent] })
class ListeningModule {}

let app: TestApp;
let owner: TestUser;
let jobs: RunningJobs;
beforeAll(async () => {
  app = await startApp({ extraModules: [ListeningModule], env: { CI_RUNNER_LOST_AFTER: '3600' } });
  owner = await aUser(app);
  jobs = new RunningJobs(app, owner);
});
afterAll(() => app.close());

describe('a runner that works on a pipeline', () => {
  it('runs it through its stages to success', async () => {
    const ci = await aCiProject(app, THREE_STAGES, { owner });
    const runner = await jobs.runnerOf(ci);
    const { id } = await ci.start();

    expect(await jobs.statusOf(ci, { id })).toBe('pending');
    expect(await runner.runAll()).toEqual(['build', 'test one', 'test two', 'deploy']);

    const { body: pipeline } = await owner.api.get(`${ci.path}/pipelines/${id}`);
    expect(pipeline).toMatchObject({ status: 'success', detailed_status: { text: 'passed' } });
    expect(pipeline.started_at).not.toBeNull();
    expect(pipeline.finished_at).not.toBeNull();
    const { body: found } = await owner.api.get(`${ci.path}/pipelines/${id}/jobs`);
    expect(found.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
      'build success',
      'test one success',
      'test two success',
      'deploy success',
    ]);
    const trace = await owner.api.get(`${ci.path}/jobs/${found[0].id}/trace`);
    expect(trace.text).toBe('building\non main\n');
    expect(trace.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('waits for the one copy of a parallel job that is needed', async () => {
    const ci = await aCiProject(
      app,
      'a: { script: echo, parallel: 2 }\nb: { stage: deploy, script: echo, needs: ["a 2/2"] }\n',
      { owner },
    );
    const runner = await jobs.runnerOf(ci);
    const { id } = await ci.start();
    const statuses = async (): Promise<readonly string[]> =>
      (await owner.api.get(`${ci.path}/pipelines/${id}/jobs`)).body.map(
        ({ name, status }: { name: string; status: string }) => `${name} ${status}`,
      );
    await runner.update(await runner.take(), 'failed');
    await app.drainJobs();
    expect(await statuses()).toEqual(['a 1/2 failed', 'a 2/2 pending', 'b created']);

    await runner.update(await runner.take(), 'success');
    await app.drainJobs();
    expect(await statuses()).toEqual(['a 1/2 failed', 'a 2/2 success', 'b pending']);
  });

  it('has started when it is running, also beside a manual job that holds nothing', async () => {
    const ci = await aCiProject(app, 'build: {script: echo}\nlater: {script: echo, when: manual}\n', { owner });
    const runner = await jobs.runnerOf(ci);
    const { id } = await ci.start();
    const pipeline = async () => (await owner.api.get(`${ci.path}/pipelines/${id}`)).body;

    const running = await pipeline();
    expect(running).toMatchObject({ status: 'running', started_at: expect.any(String), finished_at: null });
    expect(await runner.runAll()).toEqual(['build']);
    expect(await pipeline()).toMatchObject({ status: 'success', started_at: running.started_at });
  });

  it('fails it with its job, and what follows is skipped', async () => {
    const ci = await aCiProject(app, 'a: { stage: build, script: [echo bad, exit 3] }\nb: { script: echo }', {
      owner,
    });
    const runner = await jobs.runnerOf(ci);
    const pipeline = await ci.start();
    await runner.runAll();

    const { body } = await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs`);
    expect(body).toMatchObject([
      { name: 'a', status: 'failed', failure_reason: 'script_failure' },
      { name: 'b', status: 'skipped' },
    ]);
    expect(body[1]).not.toHaveProperty('failure_reason');
    expect(await jobs.statusOf(ci, pipeline)).toBe('failed');
  });

  it('may fail a job where the definition allows it, also by exit code', async () => {
    const ci = await aCiProject(
      app,
      `a: { stage: build, script: exit 3, allow_failure: true }
b: { stage: build, script: exit 4, allow_failure: { exit_codes: [4] } }
c: { script: echo c }`,
      { owner },
    );
    const runner = await jobs.runnerOf(ci);
    const pipeline = await ci.start();
    await runner.runAll();

    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`)).body).toMatchObject({
      status: 'success',
      detailed_status: { group: 'success-with-warnings', label: 'passed with warnings' },
    });
  });

  it('is not allowed the exit code of the attempt before', async () => {
    const allowed = 'a: { script: echo, allow_failure: { exit_codes: 4 } }';
    const { ci, runner, job } = await jobs.start(allowed);
    await runner.update(job, 'failed', { failure_reason: 'script_failure', exit_code: 4 });
    const retried = await owner.api.post(`${ci.path}/jobs/${job.id}/retry`);
    const next = await runner.take();
    await runner.update(next, 'failed', { failure_reason: 'script_failure', exit_code: 1 });

    expect((await jobs.jobOf(ci, job)).allow_failure).toBe(true);
    expect(retried.body.allow_failure).toBe(false);
    expect(await jobs.jobOf(ci, next)).toMatchObject({ allow_failure: false, pipeline: { status: 'failed' } });
  });

  it('receives a failed job again as often as the definition says', async () => {
    const ci = await aCiProject(app, 'a: { script: exit 1, retry: 2 }', { owner });
    const runner = await jobs.runnerOf(ci);
    const pipeline = await ci.start();

    expect(await runner.runAll()).toEqual(['a', 'a', 'a']);
    expect(await jobs.statusOf(ci, pipeline)).toBe('failed');
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs`)).body).toHaveLength(1);
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs?include_retried=true`)).body).toHaveLength(3);
  });
});

describe('JOB_CHANGED', () => {
  it('is published for every attempt that failed, also for those that the definition tries again', async () => {
    const ci = await aCiProject(app, 'a: { script: exit 1, retry: 1 }', { owner });
    const runner = await jobs.runnerOf(ci);
    const { id } = await ci.start();
    await runner.runAll();
    await app.drainJobs();

    const { body } = await owner.api.get(`${ci.path}/pipelines/${id}/jobs?include_retried=true`);
    const [first, second] = body.map((job: { id: number }) => job.id);
    const of = (jobId: number) => jobEvents.filter((event) => event.jobId === jobId).map(({ status }) => status);
    const each = ['failed', 'pending', 'running']; // jobs may change places
    expect([of(first).sort(), of(second).sort()]).toEqual([each, each]);
  });
});

describe('SweepJobsJob', () => {
  const age = (column: string, seconds: number, id: number) =>
    app.sql(`update ci_jobs set ${column} = now() - $1 * interval '1 second' where id = $2`, [seconds, id]);

  it('ends jobs beyond their timeout', async () => {
    const { ci, job } = await jobs.start();
    await age('due_at', 1, job.id);

    await until(async () => (await jobs.jobOf(ci, job)).status === 'failed');
    expect((await jobs.jobOf(ci, job)).failure_reason).toBe('job_execution_timeout');
  });

  it('ends jobs whose runner is silent, and makes their next attempt', async () => {
    const { ci, job, runner } = await jobs.start(
      'one: { script: echo, retry: { max: 1, when: stuck_or_timeout_failure } }',
    );
    await age('heartbeat_at', 4000, job.id);

    await until(async () => (await jobs.jobOf(ci, job)).status === 'failed');
    expect((await jobs.jobOf(ci, job)).failure_reason).toBe('stuck_or_timeout_failure');
    expect((await runner.take()).job_info.name).toBe('one');
  });

  it('ends jobs that no runner wanted for a day', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const { id } = await ci.start();
    const [job] = (await owner.api.get(`${ci.path}/pipelines/${id}/jobs`)).body;
    await age('queued_at', 90_000, job.id);

    await until(async () => (await jobs.jobOf(ci, job)).status === 'failed');
    expect((await jobs.jobOf(ci, job)).failure_reason).toBe('stuck_or_timeout_failure');
  });

  it('starts delayed jobs when they are due', async () => {
    const ci = await aCiProject(app, 'one: { script: echo, when: delayed, start_in: 1 day }', { owner });
    const { id } = await ci.start();
    const [job] = (await owner.api.get(`${ci.path}/pipelines/${id}/jobs`)).body;
    expect([job.status, await jobs.statusOf(ci, { id })]).toEqual(['scheduled', 'scheduled']);
    await age('due_at', 1, job.id);

    await until(async () => (await jobs.jobOf(ci, job)).status === 'pending');
  });
});
