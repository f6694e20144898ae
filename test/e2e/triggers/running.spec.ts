import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { PendingWatchService } from '../../../src/modules/pipelines/work/pending-watch.service.js';
import { ArtifactsRepository } from '../../../src/modules/pipelines/artifacts/artifacts.repository.js';
import { JOB_CHANGED } from '../../../src/modules/pipelines/pipeline-events.js';
import type { JobChanged } from '../../../src/modules/pipelines/pipeline-events.js';
import { aCiProject, settled } from '../../builders/pipelines.js';
import type { CiProject } from '../../builders/pipelines.js';
import { aGroup, aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { TestRunner } from '../../support/test-runner.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { Database } from '../../../src/platform/database/database.js';
import type { HandedJob } from '../../support/test-runner.js';
import { FORBIDDEN } from '../../support/answers.js';
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
const ONE = 'one: { script: echo one }\n';

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
let git: GitClient;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ extraModules: [ListeningModule], env: { CI_RUNNER_LOST_AFTER: '3600' } });
  git = await GitClient.make();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

async function aRunnerOf({ path }: CiProject, fields: object = {}): Promise<TestRunner> {
  const { body } = await owner.api.get(path);
  return TestRunner.register(app, body.runners_token, fields);
}

/** A project with a runner and a job that it took. */
async function aRunningJob(definition = ONE, fields: object = {}) {
  const ci = await aCiProject(app, definition, { owner, fields });
  const runner = await aRunnerOf(ci);
  const pipeline = await ci.start();
  return { ci, runner, pipeline, job: await runner.take() };
}

const jobOf = async ({ path }: CiProject, { id }: HandedJob) => (await owner.api.get(`${path}/jobs/${id}`)).body;
const statusOf = async ({ path }: CiProject, { id }: { readonly id: number }) =>
  (await owner.api.get(`${path}/pipelines/${id}`)).body.status;
const traceOf = async ({ path }: CiProject, { id }: HandedJob) => owner.api.get(`${path}/jobs/${id}/trace`);
/** Once a request for a job waits for one. */
async function beginsToWait(): Promise<void> {
  const waits = jest.spyOn(app.app.get(PendingWatchService, { strict: false }), 'wait');
  await until(() => waits.mock.calls.length > 0).finally(() => {
    waits.mockRestore();
  });
}
const variable = (job: HandedJob, key: string) =>
  job.variables.find((one: { key: string }) => one.key === key) as Record<string, unknown> | undefined;

describe('a runner that works on a pipeline', () => {
  it('runs it through its stages to success', async () => {
    const ci = await aCiProject(app, THREE_STAGES, { owner });
    const runner = await aRunnerOf(ci);
    const { id } = await ci.start();

    expect(await statusOf(ci, { id })).toBe('pending');
    expect(await runner.runAll()).toEqual(['build', 'test one', 'test two', 'deploy']);

    const { body: pipeline } = await owner.api.get(`${ci.path}/pipelines/${id}`);
    expect(pipeline).toMatchObject({ status: 'success', detailed_status: { text: 'passed' } });
    expect(pipeline.started_at).not.toBeNull();
    expect(pipeline.finished_at).not.toBeNull();
    const { body: jobs } = await owner.api.get(`${ci.path}/pipelines/${id}/jobs`);
    expect(jobs.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
      'build success',
      'test one success',
      'test two success',
      'deploy success',
    ]);
    const trace = await owner.api.get(`${ci.path}/jobs/${jobs[0].id}/trace`);
    expect(trace.text).toBe('building\non main\n');
    expect(trace.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('has started when it is running, also beside a manual job that holds nothing', async () => {
    const ci = await aCiProject(app, 'build: {script: echo}\nlater: {script: echo, when: manual}\n', { owner });
    const runner = await aRunnerOf(ci);
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
    const runner = await aRunnerOf(ci);
    const pipeline = await ci.start();
    await runner.runAll();

    const { body } = await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs`);
    expect(body).toMatchObject([
      { name: 'a', status: 'failed', failure_reason: 'script_failure' },
      { name: 'b', status: 'skipped' },
    ]);
    expect(body[1]).not.toHaveProperty('failure_reason');
    expect(await statusOf(ci, pipeline)).toBe('failed');
  });

  it('may fail a job where the definition allows it, also by exit code', async () => {
    const ci = await aCiProject(
      app,
      `a: { stage: build, script: exit 3, allow_failure: true }
b: { stage: build, script: exit 4, allow_failure: { exit_codes: [4] } }
c: { script: echo c }`,
      { owner },
    );
    const runner = await aRunnerOf(ci);
    const pipeline = await ci.start();
    await runner.runAll();

    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`)).body).toMatchObject({
      status: 'success',
      detailed_status: { group: 'success-with-warnings', label: 'passed with warnings' },
    });
  });

  it('is not allowed the exit code of the attempt before', async () => {
    const allowed = 'a: { script: echo, allow_failure: { exit_codes: 4 } }';
    const { ci, runner, job } = await aRunningJob(allowed);
    await runner.update(job, 'failed', { failure_reason: 'script_failure', exit_code: 4 });
    const retried = await owner.api.post(`${ci.path}/jobs/${job.id}/retry`);
    const next = await runner.take();
    await runner.update(next, 'failed', { failure_reason: 'script_failure', exit_code: 1 });

    expect((await jobOf(ci, job)).allow_failure).toBe(true);
    expect(retried.body.allow_failure).toBe(false);
    expect(await jobOf(ci, next)).toMatchObject({ allow_failure: false, pipeline: { status: 'failed' } });
  });

  it('receives a failed job again as often as the definition says', async () => {
    const ci = await aCiProject(app, 'a: { script: exit 1, retry: 2 }', { owner });
    const runner = await aRunnerOf(ci);
    const pipeline = await ci.start();

    expect(await runner.runAll()).toEqual(['a', 'a', 'a']);
    expect(await statusOf(ci, pipeline)).toBe('failed');
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs`)).body).toHaveLength(1);
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}/jobs?include_retried=true`)).body).toHaveLength(3);
  });
});

describe('JOB_CHANGED', () => {
  it('is published for every attempt that failed, also for those that the definition tries again', async () => {
    const ci = await aCiProject(app, 'a: { script: exit 1, retry: 1 }', { owner });
    const runner = await aRunnerOf(ci);
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

describe('POST /jobs/request', () => {
  it('names caches after the contents of the files that they depend on', async () => {
    const definition = `
a:
  script: echo
  cache:
    - { key: { files: [.ci.yml, deep/lock] }, paths: [x] }
    - { key: { files: [.ci.yml, deep/lock], prefix: p }, paths: [x] }
    - { key: { files: [missing], prefix: p }, paths: [x] }
    - { paths: [x] }
`;
    const ci = await aCiProject(app, definition, { owner });
    const runner = await aRunnerOf(ci);
    const keysOf = async () => {
      await ci.start();
      return ((await runner.take()).cache as { key: string }[]).map(({ key }) => key);
    };
    const change = (content: string, file = 'deep%2Flock', verb: 'post' | 'put' = 'put') =>
      owner.api[verb](`${ci.path}/repository/files/${file}`, { branch: 'main', commit_message: '[ci skip]', content });
    const [before] = await keysOf();
    expect(before).toMatch(/^[0-9a-f]{64}$/);

    await change('one', 'deep%2Flock', 'post');
    const with1 = await keysOf();
    await change('two');
    const with2 = await keysOf();
    await change('one');

    expect(with1[0]).not.toBe(before);
    expect(with2[0]).not.toBe(with1[0]);
    expect(with1).toEqual([with1[0], `p-${with1[0]}`, 'p-default', 'default']);
    expect(await keysOf()).toEqual(with1);
  });

  it('answers images, services, artifacts and caches as runners decode them, however they are spelled', async () => {
    const definition = `
image: { name: "busybox:1", entrypoint: sh, pull_policy: always, docker: { platform: linux/arm64, user: "1000" } }
one:
  script: echo
  services:
    - postgres
    - name: redis
      alias: cache
      entrypoint: [redis-server]
      command: --verbose
      pull_policy: [always, if-not-present]
      ports: [80, { number: 443, protocol: https, name: web }]
      variables: { PORT: 6379, MODE: { value: fast, description: how }, EMPTY: }
  artifacts: { paths: out, exclude: out/tmp, untracked: true, expire_in: 3600, reports: { junit: r.xml } }
  cache: { key: { files: missing, prefix: p }, paths: vendor, fallback_keys: main }
  variables: { GIT_DEPTH: 3 }
`;
    const ci = await aCiProject(app, definition, { owner });
    const runner = await aRunnerOf(ci);
    const { body: linted } = await owner.api.post(`${ci.path}/ci/lint`, { content: definition });
    expect(linted).toMatchObject({ valid: true, errors: [], warnings: [] });
    await ci.start();
    const job = await runner.take();
    const variables = { public: true, raw: false, file: false };

    expect(job.image).toEqual({
      name: 'busybox:1',
      entrypoint: ['sh'],
      pull_policy: ['always'],
      executor_opts: { docker: { platform: 'linux/arm64', user: '1000' } },
    });
    expect(job.services).toEqual([
      { name: 'postgres' },
      {
        name: 'redis',
        alias: 'cache',
        entrypoint: ['redis-server'],
        command: ['--verbose'],
        pull_policy: ['always', 'if-not-present'],
        ports: [
          { number: 80, protocol: 'http', name: 'default_port' },
          { number: 443, protocol: 'https', name: 'web' },
        ],
        variables: [
          { key: 'MODE', value: 'fast', ...variables },
          { key: 'PORT', value: '6379', ...variables },
          { key: 'EMPTY', value: '', ...variables },
        ],
      },
    ]);
    expect(job.artifacts).toMatchObject([
      { untracked: true, paths: ['out'], exclude: ['out/tmp'], expire_in: '3600', artifact_type: 'archive' },
      { paths: ['r.xml'], expire_in: '3600', artifact_type: 'junit' },
    ]);
    expect(job.cache).toMatchObject([{ key: 'p-default', paths: ['vendor'], fallback_keys: ['main'] }]);
    expect(job.git_info.depth).toBe(3);
  });

  it.each([
    ['7', 7, ['+refs/heads/main:refs/remotes/origin/main']],
    ['0', 0, ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']],
    ['deep', 20, ['+refs/heads/main:refs/remotes/origin/main']],
  ])('answers with the depth that the variable GIT_DEPTH %s says', async (value, depth, refspecs) => {
    const ci = await aCiProject(app, ONE, { owner });
    const runner = await aRunnerOf(ci);
    await ci.start({ variables: [{ key: 'GIT_DEPTH', value }] });
    const { git_info: info } = await runner.take();

    expect(info).toMatchObject({ depth, refspecs: [expect.stringContaining('refs/pipelines/'), ...refspecs] });
  });

  it('answers the whole job', async () => {
    const definition = `
variables: { TOP: top, BOTH: top }
default: { image: alpine }
one:
  image: { name: "busybox:1", entrypoint: [""] }
  services: [postgres, { name: redis, alias: cache }]
  before_script: [echo before]
  script: [echo one, echo two]
  after_script: [echo after]
  variables: { BOTH: job, REF: "<$TOP>", BRACED: "\${BOTH}" }
  timeout: 20 minutes
  cache: { key: deps, paths: [vendor/] }
  artifacts: { paths: [out/], expire_in: 1 week, reports: { junit: report.xml } }
`;
    const ci = await aCiProject(app, definition, { owner });
    const runner = await aRunnerOf(ci, { maximum_timeout: 900 });
    const pipeline = await ci.start({ variables: [{ key: 'RUN', value: '$TOP' }] });
    const job = await runner.take();
    const host = new URL(app.url).host;

    expect(job).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^sljob_[A-Za-z0-9_-]{43}$/),
      allow_git_fetch: true,
      job_info: { id: job.id, name: 'one', stage: 'test', project_id: ci.project.id, project_name: ci.project.name },
      git_info: {
        repo_url: `http://ci-job-token:${job.token}@${host}/${ci.project.path_with_namespace}.git`,
        ref: 'main',
        sha: ci.sha,
        before_sha: '0'.repeat(40),
        ref_type: 'branch',
        refspecs: [`+${ci.sha}:refs/pipelines/${pipeline.id}`, '+refs/heads/main:refs/remotes/origin/main'],
        depth: 20,
        repo_object_format: 'sha1',
      },
      runner_info: { timeout: 900, runner_session_url: null },
      variables: expect.any(Array),
      steps: [
        {
          name: 'script',
          script: ['echo before', 'echo one', 'echo two'],
          timeout: 900,
          when: 'on_success',
          allow_failure: false,
        },
        { name: 'after_script', script: ['echo after'], timeout: 900, when: 'always', allow_failure: true },
      ],
      image: { name: 'busybox:1', entrypoint: [''] },
      services: [{ name: 'postgres' }, { name: 'redis', alias: 'cache' }],
      artifacts: [
        {
          untracked: false,
          paths: ['out/'],
          exclude: [],
          when: 'on_success',
          expire_in: '1 week',
          artifact_type: 'archive',
          artifact_format: 'zip',
        },
        expect.objectContaining({
          paths: ['report.xml'],
          when: 'always',
          artifact_type: 'junit',
          artifact_format: 'gzip',
        }),
      ],
      cache: [
        {
          key: 'deps',
          untracked: false,
          policy: 'pull-push',
          paths: ['vendor/'],
          when: 'on_success',
          fallback_keys: [],
        },
      ],
      credentials: [{ type: 'registry', url: host, username: 'ci-job-token', password: job.token }],
      dependencies: [],
      features: { trace_sections: true, failure_reasons: expect.any(Array) },
      hooks: [],
    });
    const keys = job.variables.map(({ key }: { key: string }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(variable(job, 'BOTH')).toEqual({
      key: 'BOTH',
      value: 'job',
      public: true,
      masked: false,
      file: false,
      raw: false,
    });
    expect(variable(job, 'REF')?.value).toBe('<top>');
    expect(variable(job, 'BRACED')?.value).toBe('job');
    expect(variable(job, 'RUN')?.value).toBe('top');
    expect(variable(job, 'CI_JOB_TOKEN')).toMatchObject({ value: job.token, public: false, masked: true });
    const facts = {
      CI: 'true',
      CI_SERVER_URL: app.url,
      CI_API_V4_URL: `${app.url}/api/v4`,
      CI_PROJECT_ID: String(ci.project.id),
      CI_PROJECT_PATH: ci.project.path_with_namespace,
      CI_PROJECT_NAMESPACE: owner.username,
      CI_PROJECT_URL: `${app.url}/${ci.project.path_with_namespace}`,
      CI_DEFAULT_BRANCH: 'main',
      CI_PIPELINE_ID: String(pipeline.id),
      CI_PIPELINE_SOURCE: 'api',
      CI_PIPELINE_URL: `${app.url}/${ci.project.path_with_namespace}/-/pipelines/${pipeline.id}`,
      CI_COMMIT_SHA: ci.sha,
      CI_COMMIT_SHORT_SHA: ci.sha.slice(0, 8),
      CI_COMMIT_BEFORE_SHA: '0'.repeat(40),
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_REF_SLUG: 'main',
      CI_COMMIT_REF_PROTECTED: expect.stringMatching(/true|false/),
      CI_COMMIT_BRANCH: 'main',
      CI_COMMIT_TITLE: 'Go [skip ci]',
      CI_JOB_ID: String(job.id),
      CI_JOB_NAME: 'one',
      CI_JOB_STAGE: 'test',
      CI_JOB_URL: `${app.url}/${ci.project.path_with_namespace}/-/jobs/${job.id}`,
      CI_REPOSITORY_URL: job.git_info.repo_url,
      CI_REGISTRY: host,
      CI_REGISTRY_IMAGE: `${host}/${ci.project.path_with_namespace}`,
      CI_REGISTRY_USER: 'ci-job-token',
      CI_REGISTRY_PASSWORD: job.token,
      USER_ID: String(owner.id),
      USER_LOGIN: owner.username,
    };
    expect(Object.fromEntries(Object.keys(facts).map((key) => [key, variable(job, key)?.value]))).toEqual(facts);
    expect(variable(job, 'CI_COMMIT_TAG')).toBeUndefined();
    expect(variable(job, 'CI_PIPELINE_TRIGGERED')).toBeUndefined();
  });

  it('names the user who triggered a triggered job', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const runner = await aRunnerOf(ci);
    const { body: trigger } = await owner.api.post(`${ci.path}/triggers`, { description: 'x' });
    await app.anonymous.post(`${ci.path}/trigger/pipeline`, {
      ref: 'main',
      token: trigger.token,
      event_type: 'nightly.build',
      variables: { TOLD: 'yes' },
    });
    await until(async () => (await owner.api.get(`${ci.path}/jobs?scope[]=pending`)).body.length === 1);
    const job = await runner.take();

    expect(variable(job, 'CI_PIPELINE_TRIGGERED')?.value).toBe('true');
    expect(variable(job, 'CI_TRIGGER_SHORT_TOKEN')?.value).toBe(trigger.token.slice(0, 4));
    expect(variable(job, 'CI_TRIGGER_EVENT')?.value).toBe('nightly.build');
    expect(variable(job, 'CI_PIPELINE_SOURCE')?.value).toBe('trigger');
    expect(variable(job, 'TOLD')?.value).toBe('yes');
    expect(variable(job, 'TRIGGER_PAYLOAD')).toMatchObject({ file: true, value: expect.stringContaining('nightly') });
    expect(JSON.stringify(job)).not.toContain(trigger.token);
  });

  it('answers 403 to unknown runners, 204 without a job', async () => {
    const runner = await TestRunner.ofInstance(app, { tag_list: 'nobody-has-it', run_untagged: false });

    expect(await app.anonymous.post('jobs/request', { token: 'slrunner_nobody' })).toMatchObject(FORBIDDEN);
    expect(await app.anonymous.post('jobs/request')).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"token\\" not given"}',
    });
    const nothing = await runner.request();
    expect([nothing.status, nothing.text]).toEqual([204, '']);
  });

  it('answers each job to one of many runners that ask at once', async () => {
    const definition = Array.from({ length: 5 }, (_, at) => `job${at}: { script: echo }`).join('\n');
    const ci = await aCiProject(app, definition, { owner });
    const runners = await Promise.all(Array.from({ length: 8 }, () => aRunnerOf(ci)));
    await ci.start();

    const answers = await Promise.all(runners.map((runner) => runner.request()));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ body }) => (body.id === undefined ? [] : [body.id]))).size).toBe(5);
  });

  it('lets a runner that can wait get the next job', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const runner = await aRunnerOf(ci);
    const { headers, status } = await runner.request();
    const begun = beginsToWait();
    const waiting = runner.request({ last_update: headers.get('x-gitlab-last-update') });
    await begun;
    await ci.start();

    expect(status).toBe(204);
    expect((await waiting).status).toBe(201);
  });

  it('answers no job to a runner that was paused, changed or removed while it waited', async () => {
    const moves: readonly (readonly [(runner: TestRunner) => Promise<Answer>, number])[] = [
      [({ id }) => owner.api.put(`runners/${id}`, { paused: true }), 204],
      [({ id }) => owner.api.put(`runners/${id}`, { run_untagged: false }), 204],
      [({ id }) => owner.api.delete(`runners/${id}`), 403],
    ];
    for (const [move, expected] of moves) {
      const ci = await aCiProject(app, ONE, { owner });
      const runner = await aRunnerOf(ci, { tag_list: 'waits' });
      let isAnswered = false;
      const begun = beginsToWait();
      const waiting = runner.request({ last_update: '1' }).then((answer) => {
        isAnswered = true;
        return answer;
      });
      await begun;
      await move(runner);
      const pipeline = await ci.start();
      await new Promise((resolve) => setTimeout(resolve, 1500));

      expect((await owner.api.get(`${ci.path}/jobs`)).body).toMatchObject([{ status: 'pending' }]);
      if (expected === 403) {
        expect(await waiting).toMatchObject(FORBIDDEN);
      }
      expect(isAnswered).toBe(expected === 403);
      await owner.api.post(`${ci.path}/pipelines/${pipeline.id}/cancel`);
    }
  });

  it('answers the jobs of projects in turn, the oldest first', async () => {
    const tagged = (name: string) => `${name}: { script: echo, tags: [fair] }\n`;
    const many = await aCiProject(app, tagged('one') + tagged('two'), { owner });
    const few = await aCiProject(app, tagged('three'), { owner });
    await many.start();
    await few.start();
    const runner = await TestRunner.ofInstance(app, { tag_list: 'fair', run_untagged: false });

    const names = [await runner.take(), await runner.take(), await runner.take()].map(({ job_info: { name } }) => name);

    expect(names).toEqual(['one', 'three', 'two']);
  });

  it('answers the jobs of everything below the group of a runner, and of nothing else', async () => {
    const group = await aGroup(owner.api);
    const below = await aGroup(owner.api, { parent_id: group.id });
    const ci = await aCiProject(app, ONE, { owner, fields: { namespace_id: below.id } });
    const token = async (id: number) => (await owner.api.get(`groups/${id}`)).body.runners_token as string;
    const beside = await TestRunner.register(app, await token((await aGroup(owner.api)).id));
    const runner = await TestRunner.register(app, await token(group.id));
    await ci.start();

    expect((await beside.request()).status).toBe(204);
    expect((await runner.take()).job_info.project_id).toBe(ci.project.id);
  });

  it('follows tags, pauses, protected refs and shared runners that are off', async () => {
    const ci = await aCiProject(app, 'one: { script: echo, tags: [a, b] }', { owner, fields: {} });
    const { id } = await ci.start();
    const untagged = await aRunnerOf(ci);
    const tooFew = await aRunnerOf(ci, { tag_list: ['a'] });
    const paused = await aRunnerOf(ci, { tag_list: 'a,b', paused: true });
    const shared = await TestRunner.ofInstance(app, { tag_list: 'a,b,c' });
    await owner.api.put(ci.path, { shared_runners_enabled: false });

    for (const runner of [untagged, tooFew, paused, shared]) {
      expect((await runner.request()).status).toBe(204);
    }
    await owner.api.put(ci.path, { shared_runners_enabled: true });
    expect((await shared.take()).job_info.name).toBe('one');
    expect(await statusOf(ci, { id })).toBe('running');

    const open = await aCiProject(app, 'one: { script: echo }', { owner });
    await owner.api.post(`${open.path}/repository/branches`, { branch: 'open', ref: 'main' });
    await open.start({ ref: 'open' });
    const careful = await aRunnerOf(open, { access_level: 'ref_protected' });
    expect((await careful.request()).status).toBe(204);
    const picky = await aRunnerOf(open, { run_untagged: false, tag_list: 'x' });
    expect((await picky.request()).status).toBe(204);
  });
});

describe('PATCH /jobs/:id/trace', () => {
  it('appends the log part by part, and answers its length', async () => {
    const { ci, runner, job } = await aRunningJob();

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

    expect((await traceOf(ci, job)).text).toBe('hello world\n');
    const part = await owner.api.get(`${ci.path}/jobs/${job.id}/trace`, { headers: { Range: 'bytes=4-7' } });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'o wo', 'bytes 4-7/12']);
    const outside = await owner.api.get(`${ci.path}/jobs/${job.id}/trace`, { headers: { Range: 'bytes=50-' } });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */12']);
    const head = await owner.api.head(`${ci.path}/jobs/${job.id}/trace`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '12']);
  });

  it('answers 403 to every token but that of the job', async () => {
    const { runner, job } = await aRunningJob();
    const other = await aRunningJob();

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
    const runner = await aRunnerOf(ci);
    await ci.start();
    const job = await runner.take();
    expect(variable(job, 'SECRET')).toMatchObject({ value: 'hunter2-hunter2', masked: true, public: false });

    const text = `token ${job.token}, password hunter2-hunter2.\nhunter2 alone\nhunter2-hun`;
    for (let at = 0; at < text.length; at += 7) {
      expect((await runner.log(job, text.slice(at, at + 7), at)).status).toBe(202);
    }
    expect((await traceOf(ci, job)).text).toBe('token [MASKED], password [MASKED].\nhunter2 alone\n');
    await runner.update(job, 'success');
    const stored = 'token [MASKED], password [MASKED].\nhunter2 alone\nhunter2-hun';
    expect((await traceOf(ci, job)).text).toBe(stored);
    const parts = () => app.sql('select 1 from ci_job_logs where job_id = $1', [job.id]);
    await until(async () => (await parts()).length === 1);
    expect((await traceOf(ci, job)).text).toBe(stored);
  });

  it('cuts masked variables out of which one begins another, at the end of the log too', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    await owner.api.post(`${ci.path}/variables`, { key: 'SHORT', value: 'hunter2-hunter2', masked: true });
    await owner.api.post(`${ci.path}/variables`, { key: 'LONG', value: 'hunter2-hunter2-and-more', masked: true });
    const runner = await aRunnerOf(ci);
    await ci.start();
    const job = await runner.take();

    await runner.log(job, 'hunter2-hunter2-and', 0);
    await runner.log(job, '-more, hunter2-hunter2-and', 19);
    expect((await traceOf(ci, job)).text).toBe('[MASKED], ');
    await runner.update(job, 'success');
    expect((await traceOf(ci, job)).text).toBe('[MASKED], [MASKED]-and');
  });

  it('cuts masked variables out as the job sees them', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const keep = (key: string, value: string, masked: boolean) =>
      owner.api.post(`${ci.path}/variables`, { key, value, masked });
    await keep('PART', 'hunter2-hunter2', false);
    await keep('URL', 'db://user:$PART@host', true);
    await keep('EMPTY', '$NOTHING_AT_ALL', true);
    const runner = await aRunnerOf(ci);
    await ci.start();
    const job = await runner.take();
    await runner.log(job, `at ${String(variable(job, 'URL')?.value)} and db://user:$PART@host\n`, 0);
    await runner.update(job, 'success');

    expect((await traceOf(ci, job)).text).toBe('at [MASKED] and [MASKED]\n');
  });

  it('fails a job whose log grows too large', async () => {
    const { ci, runner, job } = await aRunningJob();
    await app.admin.put('application/settings', { max_job_log_size: 1 });
    const part = Buffer.alloc(700_000, 'x');

    expect((await runner.log(job, part, 0)).status).toBe(202);
    expect((await runner.log(job, part, 700_000)).status).toBe(413);
    await app.admin.put('application/settings', { max_job_log_size: 100 });
    expect(await jobOf(ci, job)).toMatchObject({ status: 'failed', failure_reason: 'trace_size_exceeded' });
    const after = await runner.log(job, 'x', 700_000);
    expect([after.status, after.headers.get('job-status')]).toEqual([403, 'failed']);
  });
});

describe('PUT /jobs/:id', () => {
  it('accepts a final state once, and the same one again', async () => {
    const { ci, runner, job } = await aRunningJob();

    const running = await runner.update(job, 'running');
    expect([running.status, running.headers.get('job-status')]).toEqual([200, 'running']);
    const done = await runner.update(job, 'success');
    expect([done.status, done.headers.get('job-status')]).toEqual([200, 'success']);
    const { finished_at: finishedAt } = await jobOf(ci, job);
    const again = await runner.update(job, 'success');
    expect([again.status, again.headers.get('job-status')]).toEqual([200, 'success']);
    expect((await jobOf(ci, job)).finished_at).toBe(finishedAt);
    for (const state of ['failed', 'running']) {
      const late = await runner.update(job, state);
      expect([late.status, late.headers.get('job-status')]).toEqual([403, 'success']);
    }
  });

  it('refuses other states, missing ones, and other tokens', async () => {
    const { runner, job } = await aRunningJob();

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
      const { ci, runner, job } = await aRunningJob();

      expect((await runner.update(job, 'failed', { exit_code: code })).status).toBe(200);
      expect((await jobOf(ci, job)).status).toBe('failed');
    }
  });

  it('answers canceled to the runner of a canceled job', async () => {
    const { ci, runner, job, pipeline } = await aRunningJob();
    expect((await owner.api.post(`${ci.path}/jobs/${job.id}/cancel`)).status).toBe(201);

    for (const answer of [
      await runner.log(job, 'x', 0),
      await runner.update(job, 'success'),
      await runner.update(job, 'running'),
      await runner.upload(job, Buffer.from('x')),
    ]) {
      expect([answer.status, answer.headers.get('job-status')]).toEqual([403, 'canceled']);
    }
    expect(await statusOf(ci, pipeline)).toBe('canceled');
  });

  it('accepts cancel or success, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { ci, runner, job } = await aRunningJob();
      const [cancel, success] = await Promise.all([
        owner.api.post(`${ci.path}/jobs/${job.id}/cancel`),
        runner.update(job, 'success'),
      ]);

      const { status } = await jobOf(ci, job);
      expect([cancel.status, success.status]).toEqual(status === 'canceled' ? [201, 403] : [403, 200]);
    }
  });

  it('finds the coverage in the log by the pattern of the definition', async () => {
    const { ci, runner, job, pipeline } = await aRunningJob(
      "one: { script: echo, coverage: '/Lines: (\\d+\\.\\d+)%/' }",
    );
    await runner.log(job, 'Lines: 12.5%\nother 99%\nLines: 87.25%\n', 0);
    await runner.update(job, 'success');

    expect((await jobOf(ci, job)).coverage).toBe(87.25);
    expect((await owner.api.get(`${ci.path}/pipelines/${pipeline.id}`)).body.coverage).toBe('87.25');
  });

  it('keeps reasons that are known, and calls others unknown', async () => {
    for (const [said, kept] of [
      ['runner_system_failure', 'runner_system_failure'],
      ['image_pull_failure', 'unknown_failure'],
      [undefined, 'unknown_failure'],
    ]) {
      const { ci, runner, job } = await aRunningJob();
      await runner.update(job, 'failed', said === undefined ? {} : { failure_reason: said });
      expect((await jobOf(ci, job)).failure_reason).toBe(kept);
    }
  });
});

describe('POST and GET /jobs/:id/artifacts', () => {
  const zip = Buffer.from('PK\u0003\u0004 not quite a zip');
  const TWO = 'a: { stage: build, script: echo, artifacts: { paths: [x] } }\nb: { script: echo }\n';

  it('accept them from the job, and send them to users and later jobs', async () => {
    const { ci, runner, job } = await aRunningJob(TWO);
    const uploaded = await runner.upload(job, zip, '?artifact_type=archive&artifact_format=zip&expire_in=1+week');
    expect([uploaded.status, uploaded.body]).toEqual([
      201,
      { file_type: 'archive', size: zip.length, filename: 'artifacts.zip', file_format: 'zip' },
    ]);
    await runner.update(job, 'success');

    const record = await jobOf(ci, job);
    expect(record).toMatchObject({
      artifacts: [{ file_type: 'archive', size: zip.length, filename: 'artifacts.zip', file_format: 'zip' }],
      artifacts_file: { filename: 'artifacts.zip', size: zip.length },
    });
    expect(Date.parse(record.artifacts_expire_at) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    const read = await owner.api.get(`${ci.path}/jobs/${job.id}/artifacts`);
    expect([read.status, read.text, read.headers.get('content-type')]).toEqual([
      200,
      zip.toString(),
      'application/zip',
    ]);
    expect(read.headers.get('content-disposition')).toBe('attachment; filename="artifacts.zip"');

    const next = await runner.take();
    expect(next.dependencies).toEqual([
      { id: job.id, name: 'a', token: next.token, artifacts_file: { filename: 'artifacts.zip', size: zip.length } },
    ]);
    const download = (token: string) =>
      app.anonymous.get(`jobs/${job.id}/artifacts`, { headers: { 'JOB-TOKEN': token } });
    expect(await download(next.token)).toMatchObject({ status: 200, text: zip.toString() });
    const ended = await download(job.token);
    expect([ended.status, ended.headers.get('job-status')]).toEqual([403, 'success']);
    const stranger = await aRunningJob();
    for (const token of [stranger.job.token, 'sljob_x', '']) {
      expect(await download(token)).toMatchObject(FORBIDDEN);
    }
    expect((await download(stranger.job.token)).headers.get('job-status')).toBeNull();

    await runner.update(next, 'success');
    const newest = `${ci.path}/jobs/artifacts/main/download?job=a`;
    expect(await owner.api.get(newest)).toMatchObject({ status: 200, text: zip.toString() });
    expect((await owner.api.get(newest.replace('job=a', 'job=b'))).status).toBe(404);
    expect((await owner.api.get(`${ci.path}/jobs/artifacts/main/download`)).status).toBe(400);

    expect((await owner.api.delete(`${ci.path}/jobs/${job.id}/artifacts`)).status).toBe(204);
    expect((await owner.api.get(`${ci.path}/jobs/${job.id}/artifacts`)).status).toBe(404);
  });

  it('keep the file when the answer to its commit is lost', async () => {
    const { ci, runner, job } = await aRunningJob(TWO);
    const artifacts = app.app.get(ArtifactsRepository, { strict: false });
    const database = app.app.get(Database);
    const put = artifacts.put.bind(artifacts);
    const transaction = database.transaction.bind(database);
    let isPut = false;
    const puts = jest.spyOn(artifacts, 'put').mockImplementation((...given) => {
      isPut = true;
      return put(...given);
    });
    const commits = jest.spyOn(database, 'transaction').mockImplementation(async (work, isolation) => {
      const began = { itPut: false };
      const done = await transaction((tx) => {
        const working = work(tx);
        began.itPut = isPut; // it puts at once, or not at all
        isPut = false;
        return working;
      }, isolation);
      if (began.itPut) {
        throw new Error('Connection terminated unexpectedly');
      }
      return done;
    });

    const { status } = await runner.upload(job, zip, '?artifact_type=archive&artifact_format=zip');
    puts.mockRestore();
    commits.mockRestore();

    expect(status).toBe(503);
    const read = await owner.api.get(`${ci.path}/jobs/${job.id}/artifacts`);
    expect([read.status, read.text]).toEqual([200, zip.toString()]);
  });

  it('hand the variables of a dotenv report to the jobs that take its files', async () => {
    const reporting = (name: string) => `${name}: { stage: build, script: x, artifacts: { reports: { dotenv: e } } }`;
    const definition = `
${reporting('a')}
${reporting('b')}
all: { script: x, variables: { OWN: job, URL: job } }
needing: { script: x, needs: [a] }
without: { script: x, needs: [{ job: a, artifacts: false }] }
depending: { script: x, dependencies: [b] }
`;
    const ci = await aCiProject(app, definition, { owner });
    const runner = await aRunnerOf(ci);
    await owner.api.post(`${ci.path}/variables`, { key: 'KEPT', value: 'of the project' });
    await ci.start();
    const query = '?artifact_type=dotenv&artifact_format=gzip';
    for (const text of ['URL=https://$HOST/\nFROM_A=1\nKEPT=x\n', 'FROM_B=2\n']) {
      const job = await runner.take();
      expect(job.artifacts).toMatchObject([{ artifact_type: 'dotenv', artifact_format: 'gzip', paths: ['e'] }]);
      expect(await runner.upload(job, Buffer.from('no gzip'), query)).toMatchObject({
        status: 400,
        body: { message: { file: ['is invalid'] } },
      });
      expect((await runner.upload(job, gzipSync(text), query, '.env.gz')).status).toBe(201);
      await runner.update(job, 'success');
    }
    const seen: Record<string, unknown> = {};
    for (let left = 4; left > 0; left--) {
      const job = await runner.take();
      const valueOf = (key: string) => variable(job, key)?.value;
      seen[job.job_info.name] = ['URL', 'FROM_A', 'FROM_B', 'KEPT', 'OWN'].map(valueOf);
      expect(job.dependencies).toEqual([]);
    }

    expect(seen).toEqual({
      all: ['https://$HOST/', '1', '2', 'of the project', 'job'],
      needing: ['https://$HOST/', '1', undefined, 'of the project', undefined],
      without: [undefined, undefined, undefined, 'of the project', undefined],
      depending: [undefined, undefined, '2', 'of the project', undefined],
    });
  });

  it('hand on no variables of a report that was deleted', async () => {
    const report = 'a: { stage: build, script: x, artifacts: { reports: { dotenv: e } } }\nb: { script: x }\n';
    const { ci, runner, job } = await aRunningJob(report);
    await runner.upload(job, gzipSync('LEAKED=1\n'), '?artifact_type=dotenv&artifact_format=gzip&expire_in=1+day');
    await runner.update(job, 'success');

    expect((await owner.api.delete(`${ci.path}/jobs/${job.id}/artifacts`)).status).toBe(204);
    expect(await jobOf(ci, job)).toMatchObject({ artifacts: [], artifacts_expire_at: null });
    expect(variable(await runner.take(), 'LEAKED')).toBeUndefined();
  });

  it('count in the statistics of the project, each file once, until they go', async () => {
    const { ci, runner, pipeline, job } = await aRunningJob(TWO);
    const size = async () => {
      const { statistics } = (await owner.api.get(`${ci.path}?statistics=true`)).body;
      return statistics.job_artifacts_size as number;
    };
    const asReport = '?artifact_type=junit&artifact_format=gzip';

    await runner.upload(job, Buffer.from('replaced'));
    await runner.upload(job, zip);
    expect(await size()).toBe(zip.length);
    await runner.upload(job, Buffer.from('report'), asReport);
    expect(await size()).toBe(zip.length + 6);
    await owner.api.delete(`${ci.path}/jobs/${job.id}/artifacts`);
    expect(await size()).toBe(0);
    await runner.upload(job, zip);
    expect(await size()).toBe(zip.length);
    expect((await owner.api.delete(`${ci.path}/pipelines/${pipeline.id}`)).status).toBe(204);
    expect(await size()).toBe(0);
  });

  it('go with a DELETE that waits for the commit of their upload', async () => {
    const { ci, runner, job } = await aRunningJob(TWO);
    const waiting = (count: number) =>
      until(async () => {
        await app.sql('select pg_stat_clear_snapshot()');
        const blocked = await app.sql(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ci_jobs%artifacts_expire_at%'`,
        );
        return blocked.length === count;
      });
    await app.sql('begin');
    await app.sql('select from ci_jobs where id = $1 for update', [job.id]);
    const uploading = runner.upload(job, zip, '?expire_in=1+day');
    await waiting(1);
    const deleting = owner.api.delete(`${ci.path}/jobs/${job.id}/artifacts`);
    await waiting(2);
    await app.sql('commit');

    expect([(await uploading).status, (await deleting).status]).toEqual([201, 204]);
    expect(await jobOf(ci, job)).toMatchObject({ artifacts: [], artifacts_expire_at: null });
  });

  it('refuse more than the limit, without a file, and other tokens', async () => {
    const { runner, job } = await aRunningJob();
    await app.admin.put('application/settings', { max_artifacts_size: 1 });
    const large = await runner.upload(job, Buffer.alloc(1_200_000));
    await app.admin.put('application/settings', { max_artifacts_size: 100 });

    expect(large).toMatchObject({ status: 413, text: '{"message":"413 Payload Too Large"}' });
    const empty = new FormData();
    empty.append('artifact_type', 'archive');
    const headers = { 'JOB-TOKEN': job.token };
    expect((await app.anonymous.send('POST', `jobs/${job.id}/artifacts`, empty, { headers })).status).toBe(400);
    expect((await runner.upload(job, zip, '?expire_in=soon')).body).toEqual({ message: { expire_in: ['is invalid'] } });
    expect(await runner.upload({ ...job, token: 'sljob_x' }, zip)).toMatchObject(FORBIDDEN);
  });

  it('refuse a body that ends inside the file', async () => {
    const { runner, job } = await aRunningJob();
    for (const name of ['file', 'other']) {
      const half = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.zip"\r\n\r\nPK`;
      const headers = { 'JOB-TOKEN': job.token, 'Content-Type': 'multipart/form-data; boundary=b' };

      expect(await app.anonymous.send('POST', `jobs/${job.id}/artifacts`, half, { headers })).toMatchObject({
        status: 400,
        text: '{"message":"400 Bad request - Malformed multipart body"}',
      });
    }
    expect((await runner.upload(job, zip)).status).toBe(201);
  });

  it('delete them when their time is over, with their bytes', async () => {
    const { ci, runner, job } = await aRunningJob(TWO);
    await runner.upload(job, zip, '?expire_in=1+day');
    await runner.update(job, 'success');
    await app.sql(`update ci_jobs set artifacts_expire_at = now() - interval '1 second' where id = $1`, [job.id]);

    expect((await owner.api.get(`${ci.path}/jobs/${job.id}/artifacts`)).status).toBe(404);
    await until(async () => (await app.sql('select 1 from ci_artifacts where job_id = $1', [job.id])).length === 0);
    const dropped = await app.sql<{ blob_key: string }>(
      `update ci_dropped_blobs set dropped_at = now() - interval '2 minutes' returning blob_key`,
    );
    expect(dropped.length).toBeGreaterThan(0);
    await until(async () => (await app.sql('select 1 from ci_dropped_blobs')).length === 0);
    expect(await app.app.get(BlobStore).size(dropped[0]!.blob_key)).toBeNull();
  });
});

describe('SweepJobsJob', () => {
  const age = (column: string, seconds: number, id: number) =>
    app.sql(`update ci_jobs set ${column} = now() - $1 * interval '1 second' where id = $2`, [seconds, id]);

  it('ends jobs beyond their timeout', async () => {
    const { ci, job } = await aRunningJob();
    await age('due_at', 1, job.id);

    await until(async () => (await jobOf(ci, job)).status === 'failed');
    expect((await jobOf(ci, job)).failure_reason).toBe('job_execution_timeout');
  });

  it('ends jobs whose runner is silent, and makes their next attempt', async () => {
    const { ci, job, runner } = await aRunningJob(
      'one: { script: echo, retry: { max: 1, when: stuck_or_timeout_failure } }',
    );
    await age('heartbeat_at', 4000, job.id);

    await until(async () => (await jobOf(ci, job)).status === 'failed');
    expect((await jobOf(ci, job)).failure_reason).toBe('stuck_or_timeout_failure');
    expect((await runner.take()).job_info.name).toBe('one');
  });

  it('ends jobs that no runner wanted for a day', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const { id } = await ci.start();
    const [job] = (await owner.api.get(`${ci.path}/pipelines/${id}/jobs`)).body;
    await age('queued_at', 90_000, job.id);

    await until(async () => (await jobOf(ci, job)).status === 'failed');
    expect((await jobOf(ci, job)).failure_reason).toBe('stuck_or_timeout_failure');
  });

  it('starts delayed jobs when they are due', async () => {
    const ci = await aCiProject(app, 'one: { script: echo, when: delayed, start_in: 1 day }', { owner });
    const { id } = await ci.start();
    const [job] = (await owner.api.get(`${ci.path}/pipelines/${id}/jobs`)).body;
    expect([job.status, await statusOf(ci, { id })]).toEqual(['scheduled', 'scheduled']);
    await age('due_at', 1, job.id);

    await until(async () => (await jobOf(ci, job)).status === 'pending');
  });
});

describe('a request with the token of a job', () => {
  const own = (token: string): Promise<Answer> => app.anonymous.get('job', { headers: { 'JOB-TOKEN': token } });

  it('reads the job at GET /job while it runs', async () => {
    const { ci, runner, job } = await aRunningJob();

    expect(await own(job.token)).toMatchObject({ status: 200, body: { id: job.id, status: 'running', name: 'one' } });
    const asBearer = { headers: { Authorization: `Bearer ${job.token}` } };
    expect((await app.anonymous.get('job', asBearer)).body.id).toBe(job.id);
    expect((await app.anonymous.get(`job?job_token=${job.token}`)).body.id).toBe(job.id);
    expect((await app.anonymous.get('user', { headers: { 'JOB-TOKEN': job.token } })).status).toBe(401);
    expect((await app.anonymous.get('job')).status).toBe(401);
    await runner.update(job, 'success');
    expect((await own(job.token)).status).toBe(401);
    expect(await jobOf(ci, job)).not.toHaveProperty('token');
  });

  it('starts pipelines as a parameter, a header and a bearer token', async () => {
    const { ci, runner, job } = await aRunningJob();
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
    const { ci, runner, job, pipeline } = await aRunningJob();
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
    const { job } = await aRunningJob();
    const rules = 'rules: [{ if: \'$CI_TRIGGER_EVENT == "deploy.done"\', when: always }, { when: manual }]';
    const other = await aCiProject(app, `one: { script: x, ${rules} }`, { owner });
    const params = { ref: 'main', token: job.token, event_type: 'deploy.done' };
    const started = await app.anonymous.post(`${other.path}/trigger/pipeline`, params);
    const runner = await aRunnerOf(other);

    expect(started.status).toBe(201);
    await settled(app);
    expect(variable(await runner.take(), 'CI_TRIGGER_EVENT')?.value).toBe('deploy.done');
    const listed = await owner.api.get(`${other.path}/pipelines?event_type=deploy.done`);
    expect(listed.body).toMatchObject([{ id: started.body.id }]);
  });

  it('is refused when the project is deleted', async () => {
    const { ci, runner, job } = await aRunningJob();
    await owner.api.delete(ci.path);

    expect((await own(job.token)).status).toBe(401);
    expect((await runner.log(job, 'x', 0)).status).toBe(403);
  });

  it('clones the code, and signs in at the registry, while the job runs', async () => {
    const { ci, runner, job } = await aRunningJob();
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
