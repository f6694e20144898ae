import { jest } from '@jest/globals';
import { PendingWatchService } from '../../../src/modules/pipelines/work/pending-watch.service.js';
import { aCiProject } from '../../builders/pipelines.js';
import { aGroup, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { ONE, RunningJobs, variable } from '../../builders/running-jobs.js';
import { FORBIDDEN } from '../../support/answers.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
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

/** Once a request for a job waits for one. */
async function beginsToWait(): Promise<void> {
  const waits = jest.spyOn(app.app.get(PendingWatchService, { strict: false }), 'wait');
  await until(() => waits.mock.calls.length > 0).finally(() => {
    waits.mockRestore();
  });
}

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
    const runner = await jobs.runnerOf(ci);
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
    const runner = await jobs.runnerOf(ci);
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
    const runner = await jobs.runnerOf(ci);
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
    const runner = await jobs.runnerOf(ci, { maximum_timeout: 900 });
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
    const runner = await jobs.runnerOf(ci);
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
    const runners = await Promise.all(Array.from({ length: 8 }, () => jobs.runnerOf(ci)));
    await ci.start();

    const answers = await Promise.all(runners.map((runner) => runner.request()));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ body }) => (body.id === undefined ? [] : [body.id]))).size).toBe(5);
  });

  it('lets a runner that can wait get the next job', async () => {
    const ci = await aCiProject(app, ONE, { owner });
    const runner = await jobs.runnerOf(ci);
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
      const runner = await jobs.runnerOf(ci, { tag_list: 'waits' });
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
    const untagged = await jobs.runnerOf(ci);
    const tooFew = await jobs.runnerOf(ci, { tag_list: ['a'] });
    const paused = await jobs.runnerOf(ci, { tag_list: 'a,b', paused: true });
    const shared = await TestRunner.ofInstance(app, { tag_list: 'a,b,c' });
    await owner.api.put(ci.path, { shared_runners_enabled: false });

    for (const runner of [untagged, tooFew, paused, shared]) {
      expect((await runner.request()).status).toBe(204);
    }
    await owner.api.put(ci.path, { shared_runners_enabled: true });
    expect((await shared.take()).job_info.name).toBe('one');
    expect(await jobs.statusOf(ci, { id })).toBe('running');

    const open = await aCiProject(app, 'one: { script: echo }', { owner });
    await owner.api.post(`${open.path}/repository/branches`, { branch: 'open', ref: 'main' });
    await open.start({ ref: 'open' });
    const careful = await jobs.runnerOf(open, { access_level: 'ref_protected' });
    expect((await careful.request()).status).toBe(204);
    const picky = await jobs.runnerOf(open, { run_untagged: false, tag_list: 'x' });
    expect((await picky.request()).status).toBe(204);
  });
});
