import { aCiProject } from '../../builders/pipelines.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { ONE, RunningJobs, variable } from '../../builders/running-jobs.js';
import { FORBIDDEN } from '../../support/answers.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let jobs: RunningJobs;
beforeAll(async () => {
  app = await startApp({ env: { CI_RUNNER_LOST_AFTER: '3600' } });
  owner = await aUser(app);
  jobs = new RunningJobs(app, owner);
});
afterAll(() => app.close());

describe('PATCH /jobs/:id/trace', () => {
  it('appends the log part by part, and answers its length', async () => {
    const { ci, runner, job } = await jobs.start();

    const first = await runner.log(job, 'hello ', 0);
    expect([first.status, first.headers.get('range'), first.headers.get('job-status')]).toEqual([
      202,
      '0-6',
      'running',
    ]);
    const again = await runner.log(job, 'hello ', 0);
    expect([again.status, again.headers.get('range')]).toEqual([416, '0-6']);
    const beyond = await runner.log(job, 'x', 10);
    expect([beyond.status, beyond.headers.get('range')]).toEqual([416, '0-6']);
    expect((await runner.log(job, 'wrong', 6, { 'Content-Range': '6-20' })).status).toBe(400);
    expect((await runner.log(job, 'wrong', 6, { 'Content-Range': 'soon' })).status).toBe(400);
    expect((await runner.log(job, 'world\n', 6)).status).toBe(202);

    expect((await jobs.traceOf(ci, job)).text).toBe('hello world\n');
    const part = await owner.api.get(`${ci.path}/jobs/${job.id}/trace`, { headers: { Range: 'bytes=4-7' } });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'o wo', 'bytes 4-7/12']);
    const outside = await owner.api.get(`${ci.path}/jobs/${job.id}/trace`, { headers: { Range: 'bytes=50-' } });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */12']);
    const head = await owner.api.head(`${ci.path}/jobs/${job.id}/trace`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '12']);
  });

  it('answers 403 to every token but that of the job', async () => {
    const { runner, job } = await jobs.start();
    const other = await jobs.start();

    expect(await runner.log({ ...job, token: other.job.token }, 'x', 0)).toMatchObject(FORBIDDEN);
    expect(await runner.log({ ...job, token: 'sljob_nobody' }, 'x', 0)).toMatchObject(FORBIDDEN);
    expect(await runner.log({ ...job, id: 999_999 }, 'x', 0)).toMatchObject(FORBIDDEN);
    const none = await app.anonymous.send('PATCH', `jobs/${job.id}/trace`, 'x', {
      headers: { 'Content-Range': '0-0' },
    });
    expect(none).toMatchObject(FORBIDDEN);
  });

  it('cuts masked variables and the job token out, wherever the parts are cut', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    await owner.api.post(`${ci.path}/variables`, { key: 'SECRET', value: 'hunter2-hunter2', masked: true });
    const runner = await jobs.runnerOf(ci);
    await ci.start();
    const job = await runner.take();
    expect(variable(job, 'SECRET')).toMatchObject({ value: 'hunter2-hunter2', masked: true, public: false });

    const text = `token ${job.token}, password hunter2-hunter2.\nhunter2 alone\nhunter2-hun`;
    for (let at = 0; at < text.length; at += 7) {
      expect((await runner.log(job, text.slice(at, at + 7), at)).status).toBe(202);
    }
    expect((await jobs.traceOf(ci, job)).text).toBe('token [MASKED], password [MASKED].\nhunter2 alone\n');
    await runner.update(job, 'success');
    const stored = 'token [MASKED], password [MASKED].\nhunter2 alone\nhunter2-hun';
    expect((await jobs.traceOf(ci, job)).text).toBe(stored);
    const parts = () => app.sql('select 1 from ci_job_logs where job_id = $1', [job.id]);
    await until(async () => (await parts()).length === 1);
    expect((await jobs.traceOf(ci, job)).text).toBe(stored);
  });

  it('cuts masked variables out of which one begins another, at the end of the log too', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    await owner.api.post(`${ci.path}/variables`, { key: 'SHORT', value: 'hunter2-hunter2', masked: true });
    await owner.api.post(`${ci.path}/variables`, { key: 'LONG', value: 'hunter2-hunter2-and-more', masked: true });
    const runner = await jobs.runnerOf(ci);
    await ci.start();
    const job = await runner.take();

    await runner.log(job, 'hunter2-hunter2-and', 0);
    await runner.log(job, '-more, hunter2-hunter2-and', 19);
    expect((await jobs.traceOf(ci, job)).text).toBe('[MASKED], ');
    await runner.update(job, 'success');
    expect((await jobs.traceOf(ci, job)).text).toBe('[MASKED], [MASKED]-and');
  });

  it('cuts masked variables out as the job sees them', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const keep = (key: string, value: string, masked: boolean) =>
      owner.api.post(`${ci.path}/variables`, { key, value, masked });
    await keep('PART', 'hunter2-hunter2', false);
    await keep('URL', 'db://user:$PART@host', true);
    await keep('EMPTY', '$NOTHING_AT_ALL', true);
    const runner = await jobs.runnerOf(ci);
    await ci.start();
    const job = await runner.take();
    await runner.log(job, `at ${String(variable(job, 'URL')?.value)} and db://user:$PART@host\n`, 0);
    await runner.update(job, 'success');

    expect((await jobs.traceOf(ci, job)).text).toBe('at [MASKED] and [MASKED]\n');
  });

  it('fails a job whose log grows too large', async () => {
    const { ci, runner, job } = await jobs.start();
    await app.admin.put('application/settings', { max_job_log_size: 1 });
    const part = Buffer.alloc(700_000, 'x');

    expect((await runner.log(job, part, 0)).status).toBe(202);
    expect((await runner.log(job, part, 700_000)).status).toBe(413);
    await app.admin.put('application/settings', { max_job_log_size: 100 });
    expect(await jobs.jobOf(ci, job)).toMatchObject({ status: 'failed', failure_reason: 'trace_size_exceeded' });
    const after = await runner.log(job, 'x', 700_000);
    expect([after.status, after.headers.get('job-status')]).toEqual([403, 'failed']);
  });
});

describe('PUT /jobs/:id', () => {
  it.each([{ state: 'unknown' }, {}])(
    'answers 403 to the token of another job before it looks at %j',
    async (report) => {
      const [{ job }, other] = [await jobs.start(), await jobs.start()];
      const answerTo = (token: string) => app.anonymous.put(`jobs/${job.id}`, { token, ...report });

      expect(await answerTo(other.job.token)).toMatchObject(FORBIDDEN);
      expect((await answerTo(job.token)).status).toBe(400);
    },
  );

  it('accepts a final state once, and the same one again', async () => {
    const { ci, runner, job } = await jobs.start();

    const running = await runner.update(job, 'running');
    expect([running.status, running.headers.get('job-status')]).toEqual([200, 'running']);
    const done = await runner.update(job, 'success');
    expect([done.status, done.headers.get('job-status')]).toEqual([200, 'success']);
    const { finished_at: finishedAt } = await jobs.jobOf(ci, job);
    const again = await runner.update(job, 'success');
    expect([again.status, again.headers.get('job-status')]).toEqual([200, 'success']);
    expect((await jobs.jobOf(ci, job)).finished_at).toBe(finishedAt);
    for (const state of ['failed', 'running']) {
      const late = await runner.update(job, state);
      expect([late.status, late.headers.get('job-status')]).toEqual([403, 'success']);
    }
  });

  it('refuses other states, missing ones, and other tokens', async () => {
    const { runner, job } = await jobs.start();

    expect(await runner.update(job, 'canceled')).toMatchObject({
      status: 400,
      body: { message: { state: ['does not have a valid value'] } },
    });
    expect(await app.anonymous.put(`jobs/${job.id}`, { token: job.token })).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"state\\" not given"}',
    });
    expect(await runner.update({ ...job, token: 'sljob_x' }, 'success')).toMatchObject(FORBIDDEN);
  });

  it('accepts exit codes of every size', async () => {
    for (const code of [-1, 255, 3_221_225_477, '9223372036854775807']) {
      const { ci, runner, job } = await jobs.start();

      expect((await runner.update(job, 'failed', { exit_code: code })).status).toBe(200);
      expect((await jobs.jobOf(ci, job)).status).toBe('failed');
    }
  });

  it('answers canceled to the runner of a canceled job', async () => {
    const { ci, runner, job, pipeline } = await jobs.start();
    expect((await owner.api.post(`${ci.path}/jobs/${job.id}/cancel`)).status).toBe(201);

    for (const answer of [
      await runner.log(job, 'x', 0),
      await runner.update(job, 'success'),
      await runner.update(job, 'running'),
      await runner.upload(job, Buffer.from('x')),
    ]) {
      expect([answer.status, answer.headers.get('job-status')]).toEqual([403, 'canceled']);
    }
    expect(await jobs.statusOf(ci, pipeline)).toBe('canceled');
  });

  it('accepts cancel or success, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { ci, runner, job } = await jobs.start();
      const [cancel, success] = await Promise.all([
        owner.api.post(`${ci.path}/jobs/${job.id}/cancel`),
        runner.update(job, 'success'),
      ]);

      const { status } = await jobs.jobOf(ci, job);
      expect([cancel.status, success.status]).toEqual(status === 'canceled' ? [201, 403] : [403, 200]);
    }
  });

  it('finds the coverage in the log by the pattern of the definition', async () => {
    const { ci, runner, job, pipeline } = await jobs.start(
      "one: { script: echo, coverage: '/Lines: (\\d+\\.\\d+)%/' }",
    );
    await runner.log(job, 'Lines: 12.5%\nother 99%\nLines: 87.25%\n', 0);
    await runner.update(job, 'success');

    expect((await jobs.jobOf(ci, job)).coverage).toBe(87.25);
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`)).body.coverage).toBe('87.25');
  });

  it('keeps reasons that are known, and calls others unknown', async () => {
    for (const [said, kept] of [
      ['runner_system_failure', 'runner_system_failure'],
      ['image_pull_failure', 'unknown_failure'],
      [undefined, 'unknown_failure'],
    ]) {
      const { ci, runner, job } = await jobs.start();
      await runner.update(job, 'failed', said === undefined ? {} : { failure_reason: said });
      expect((await jobs.jobOf(ci, job)).failure_reason).toBe(kept);
    }
  });
});
