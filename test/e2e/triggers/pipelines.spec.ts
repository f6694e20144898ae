import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { pushCode } from '../../builders/code.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';
import { bad, notFound } from '../../support/answers.js';

const CI = `
stages: [build, test]
build: { stage: build, script: make }
test: { stage: test, script: test }
`;
const NOT_FOUND = notFound('Pipeline');

let app: TestApp;
let git: GitClient;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  git = await GitClient.make();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

async function aCodeProject(
  fields: object = {},
  ci = CI,
): Promise<{ project: TestProject; clone: string; sha: string }> {
  const project = await aProject(owner.api, fields);
  const { clone, sha } = await pushCode(
    { app, git },
    project,
    owner,
    { '.ci.yml': ci },
    { branches: ['other'], tags: ['v1'] },
  );
  await app.drainJobs();
  return { project, clone, sha };
}

const listOf = async (project: TestProject, query = '') =>
  (await owner.api.get(`projects/${project.id}/pipelines?${query}`)).body as {
    id: number;
    ref: string;
    status: string;
  }[];
const jobsOf = (pipelineId: number) =>
  app.sql<{ id: number; name: string; status: string }>(
    'select id::int, name, status from ci_jobs where pipeline_id = $1 and not is_retried order by stage_position, id',
    [pipelineId],
  );
const end = (jobId: number, status: string) =>
  app.sql('update ci_jobs set status = $2, started_at = now(), finished_at = now() where id = $1', [jobId, status]);

async function process(pipelineId: number): Promise<void> {
  const { PipelineProcessingService } =
    await import('../../../src/modules/pipelines/processing/pipeline-processing.service.js');
  await app.app.get(PipelineProcessingService).process(pipelineId);
}

describe('git push to a project with a definition', () => {
  it('creates a pipeline for each branch and tag, once', async () => {
    const { project, sha } = await aCodeProject();
    const pipelines = await listOf(project);

    expect(pipelines).toHaveLength(3);
    expect(new Set(pipelines.map(({ ref }) => ref))).toEqual(new Set(['main', 'other', 'v1']));
    const { body } = await owner.api.get(`projects/${project.id}/pipelines/${pipelines[0]!.id}`);
    expect(body).toMatchObject({
      sha,
      source: 'push',
      status: 'pending',
      before_sha: '0'.repeat(40),
      user: { id: owner.id },
    });
    await app.sql(
      `insert into jobs (name, payload, max_attempts) select 'pipelines.process-pipeline', json_build_object('pipelineId', $1::bigint), 3`,
      [pipelines[0]!.id],
    );
    app.app.get(Dispatcher).start();
    await app.drainJobs();
    expect(await listOf(project)).toHaveLength(3);
  });

  it('creates none without a definition, and a failed one for a bad definition', async () => {
    const none = await aProject(owner.api);
    await pushCode({ app, git }, none, owner, { 'README.md': 'x' });
    const bad = await aCodeProject({}, 'build: {}');

    expect(await listOf(none)).toEqual([]);
    expect((await listOf(bad.project)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    const [{ id } = { id: 0 }] = await listOf(bad.project, 'yaml_errors=true');
    expect((await owner.api.get(`projects/${bad.project.id}/pipelines/${id}`)).body).toMatchObject({
      yaml_errors: 'jobs:build config should implement a script: keyword',
      started_at: null,
      finished_at: expect.any(String),
      detailed_status: { group: 'failed', label: 'failed' },
    });
  });

  it('skips by a word and by an option, and carries variables', async () => {
    const { project, clone } = await aCodeProject();
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'x [Skip CI]'], { in: clone });
    await git.ok(['push', '-q', 'origin', 'HEAD:main'], { in: clone });
    await app.drainJobs();
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'y'], { in: clone });
    await git.ok(['push', '-q', '-o', 'ci.skip', 'origin', 'HEAD:main'], { in: clone });
    await app.drainJobs();
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'z'], { in: clone });
    await git.ok(['push', '-q', '-o', 'ci.variable=A=1=2', 'origin', 'HEAD:main'], { in: clone });
    await app.drainJobs();
    const [with_, byOption, byWord] = await listOf(project, 'ref=main');

    expect([byOption!.status, byWord!.status]).toEqual(['skipped', 'skipped']);
    expect((await jobsOf(byWord!.id)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    expect((await owner.api.get(`projects/${project.id}/pipelines/${with_!.id}/variables`)).body).toEqual([
      { key: 'A', value: '1=2', variable_type: 'env_var', raw: false },
    ]);
  });

  it('cancels the pending pipelines of older pushes of its branch', async () => {
    const { project, clone } = await aCodeProject();
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'newer'], { in: clone });
    await git.ok(['push', '-q', 'origin', 'HEAD:main'], { in: clone });
    await app.drainJobs();

    expect((await listOf(project, 'ref=main')).map(({ status }) => status)).toEqual(['pending', 'canceled']);
    expect((await listOf(project, 'ref=other')).map(({ status }) => status)).toEqual(['pending']);
  });

  it('cancels those that have taken their ids after it, and were committed before', async () => {
    const { project, clone } = await aCodeProject();
    const freeIds = `setval(pg_get_serial_sequence('ci_pipelines', 'id'), (select max(id) + $1 from ci_pipelines))`;
    await app.sql(`select ${freeIds}`, [10]);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'newer'], { in: clone });
    await git.ok(['push', '-q', 'origin', 'HEAD:main'], { in: clone });
    await app.drainJobs();
    await app.sql(`select ${freeIds}`, [-5]);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'newest'], { in: clone });
    await git.ok(['push', '-q', 'origin', 'HEAD:main'], { in: clone });
    await app.drainJobs();
    await app.sql(`select ${freeIds}`, [1]);

    const statuses = await app.sql(
      'select iid::int, status from ci_pipelines where project_id = $1 and ref = $2 order by id',
      [project.id, 'main'],
    );
    expect(statuses).toMatchObject([{ status: 'canceled' }, { status: 'pending' }, { status: 'canceled' }]);
  });
});

describe('a commit by REST', () => {
  it.each([
    ['in the first place', {}, '.ci.yml', 1],
    ['in the second place', {}, '.gitlab-ci.yml', 1],
    ['where the project says', { ci_config_path: 'ci/own.yml' }, 'ci/own.yml', 1],
    ['elsewhere', { ci_config_path: 'ci/own.yml' }, '.ci.yml', 0],
    ['in a project without jobs', { jobs_enabled: false }, '.ci.yml', 0],
    ['that is a folder', {}, '.ci.yml/file', 0],
  ])('creates pipelines where the definition is found: one %s', async (_, fields, path, expected) => {
    const project = await aProject(owner.api, fields);
    await aCommit(owner.api, project, { readme: '' });
    await aCommit(owner.api, project, { [path]: CI });
    await app.drainJobs();

    expect(await listOf(project)).toHaveLength(expected);
  });
});

describe('PipelineProcessingService', () => {
  it('runs a pipeline from stage to stage, to success, with its times', async () => {
    const { project } = await aCodeProject();
    const [{ id } = { id: 0 }] = await listOf(project);
    const [build, test] = await jobsOf(id);
    await app.sql('update ci_pipelines set created_at = now() where id = $1', [id]);

    expect([build!.status, test!.status]).toEqual(['pending', 'created']);
    await end(build!.id, 'success');
    await process(id);
    expect((await jobsOf(id))[1]!.status).toBe('pending');
    expect((await owner.api.get(`projects/${project.id}/pipelines/${id}`)).body).toMatchObject({
      status: 'running',
      finished_at: null,
    });
    await end(test!.id, 'success');
    await process(id);
    expect((await owner.api.get(`projects/${project.id}/pipelines/${id}`)).body).toMatchObject({
      status: 'success',
      duration: 0,
      queued_duration: null,
      started_at: expect.any(String),
      finished_at: expect.any(String),
      detailed_status: { text: 'passed', label: 'passed', group: 'success' },
    });
  });

  it('fails a pipeline with its job, skips what follows, and continues after a retry', async () => {
    const { project } = await aCodeProject();
    const [{ id } = { id: 0 }] = await listOf(project);
    const [build] = await jobsOf(id);
    await end(build!.id, 'failed');
    await process(id);
    const failed = (await owner.api.get(`projects/${project.id}/pipelines/${id}`)).body;
    const before = await jobsOf(id);
    const retried = await owner.api.post(`projects/${project.id}/pipelines/${id}/retry`);
    const after = await jobsOf(id);
    const again = await owner.api.post(`projects/${project.id}/pipelines/${id}/retry`);

    expect(failed.status).toBe('failed');
    expect(before.map(({ status }) => status)).toEqual(['failed', 'skipped']);
    expect(retried).toMatchObject({ status: 201, body: { id, status: 'pending', finished_at: null, duration: null } });
    expect(after.map(({ status }) => status)).toEqual(['pending', 'created']);
    expect(after[0]!.id).not.toBe(build!.id);
    expect(again).toMatchObject({ status: 201, body: { status: 'pending' } });
    expect(await jobsOf(id)).toEqual(after);
  });

  it('cancels a pipeline with all its jobs, once', async () => {
    const { project } = await aCodeProject();
    const [{ id } = { id: 0 }] = await listOf(project);
    const canceled = await owner.api.post(`projects/${project.id}/pipelines/${id}/cancel`);
    const again = await owner.api.post(`projects/${project.id}/pipelines/${id}/cancel`);

    expect(canceled).toMatchObject({ status: 201, body: { status: 'canceled' } });
    expect((await jobsOf(id)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(again.body.updated_at).toBe(canceled.body.updated_at);
  });

  it('deletes a pipeline for the Owner alone', async () => {
    const { project } = await aCodeProject();
    const [{ id } = { id: 0 }] = await listOf(project);
    const maintainer = await aMember(app, { project }, 40);

    expect((await maintainer.api.delete(`projects/${project.id}/pipelines/${id}`)).status).toBe(403);
    expect(await owner.api.delete(`projects/${project.id}/pipelines/${id}`)).toMatchObject({ status: 204, text: '' });
    expect(await owner.api.get(`projects/${project.id}/pipelines/${id}`)).toMatchObject(NOT_FOUND);
    expect(await owner.api.delete(`projects/${project.id}/pipelines/${id}`)).toMatchObject(NOT_FOUND);
    await owner.api.post(`projects/${project.id}/archive`);
    expect(await owner.api.delete(`projects/${project.id}/pipelines/${id}`)).toMatchObject(NOT_FOUND);
  });

  it('is deleted once by parallel requests', async () => {
    const { project } = await aCodeProject();
    const { id } = (await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' })).body as { id: number };

    const path = `projects/${project.id}/pipelines/${id}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.api.delete(path)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 404)).toMatchObject(NOT_FOUND);
  });
});

describe('GET /projects/:id/pipelines', () => {
  it('filters and sorts', async () => {
    const { project, sha } = await aCodeProject();
    const [newest, middle, oldest] = await listOf(project);
    await owner.api.post(`projects/${project.id}/pipelines/${oldest!.id}/cancel`);
    const ids = async (query: string) => (await listOf(project, query)).map(({ id }) => id).sort((a, b) => b - a);
    const all = [newest!.id, middle!.id, oldest!.id];

    expect(all).toEqual([...all].sort((a, b) => b - a));
    expect(await ids('scope=finished')).toEqual([oldest!.id]);
    expect(await ids('scope=pending')).toEqual(all.slice(0, 2));
    expect(await ids('scope=running')).toEqual([]);
    expect(await ids('scope=tags')).toHaveLength(1);
    expect(await ids('scope=branches')).toHaveLength(2);
    expect(await ids('status=canceled')).toEqual([oldest!.id]);
    expect(await ids(`sha=${sha}`)).toEqual(all);
    expect(await ids('ref=v1')).toHaveLength(1);
    expect(await ids('source=push')).toEqual(all);
    expect(await ids('source=api')).toEqual([]);
    expect(await ids(`username=${owner.username}`)).toEqual(all);
    expect(await ids('username=nobody')).toEqual([]);
    expect(await ids('created_after=2100-01-01')).toEqual([]);
    expect((await listOf(project, 'order_by=id&sort=asc')).map(({ id }) => id)).toEqual([...all].reverse());
    for (const query of ['scope=x', 'status=x', 'source=x', 'order_by=x', 'sort=x']) {
      const [name = ''] = query.split('=');
      expect(await owner.api.get(`projects/${project.id}/pipelines?${query}`)).toMatchObject({
        status: 400,
        body: { message: { [name]: ['does not have a valid value'] } },
      });
    }
  });

  it('finds the latest of a ref by /pipelines/latest', async () => {
    const { project } = await aCodeProject();
    const [main] = await listOf(project, 'ref=main');
    const [tag] = await listOf(project, 'ref=v1');
    const latest = `projects/${project.id}/pipelines/latest`;

    expect((await owner.api.get(latest)).body.id).toBe(main!.id);
    expect((await owner.api.get(`${latest}?ref=`)).body.id).toBe(main!.id);
    const commit = (await owner.api.get(`projects/${project.id}/repository/commits/main`)).body;
    expect(commit).toMatchObject({ status: 'pending', last_pipeline: { project_id: project.id, sha: commit.id } });
    expect((await owner.api.get(`${latest}?ref=v1`)).body.id).toBe(tag!.id);
    expect(await owner.api.get(`${latest}?ref=missing`)).toMatchObject(NOT_FOUND);
  });

  it('answers readers of the code, and Reporters alone without public jobs', async () => {
    const { project } = await aCodeProject({ visibility: 'public' });
    const guest = await aMember(app, { project }, 10);
    const reporter = await aMember(app, { project }, 20);
    const statuses = async () =>
      Promise.all(
        [app.anonymous, guest.api, reporter.api].map(
          async (api) => (await api.get(`projects/${project.id}/pipelines`)).status,
        ),
      );

    expect(await statuses()).toEqual([200, 200, 200]);
    await owner.api.put(`projects/${project.id}`, { public_jobs: false });
    expect(await statuses()).toEqual([403, 403, 200]);
    await owner.api.put(`projects/${project.id}`, { public_jobs: true, visibility: 'private' });
    expect(await statuses()).toEqual([404, 403, 200]);
  });

  it('shows the pipeline of a commit to those alone who may read pipelines', async () => {
    const { project } = await aCodeProject({ visibility: 'public', public_jobs: false });
    const reporter = await aMember(app, { project }, 20);
    const commit = `projects/${project.id}/repository/commits/main`;

    expect((await reporter.api.get(commit)).body).toMatchObject({
      status: 'pending',
      last_pipeline: { project_id: project.id },
    });
    for (const api of [app.anonymous, (await aMember(app, { project }, 10)).api]) {
      expect((await api.get(commit)).body).toMatchObject({ status: null, last_pipeline: null });
    }
  });
});

describe('POST /projects/:id/pipeline', () => {
  it('creates one for Developers, with variables', async () => {
    const { project, sha } = await aCodeProject();
    const developer = await aMember(app, { project }, 30);
    const reporter = await aMember(app, { project }, 20);
    const created = await developer.api.post(`projects/${project.id}/pipeline`, {
      ref: 'other',
      variables: [{ key: 'A', value: 'x' }],
    });
    const variables = `projects/${project.id}/pipelines/${created.body.id}/variables`;

    expect(created).toMatchObject({
      status: 201,
      body: { sha, ref: 'other', source: 'api', status: 'created', user: { id: developer.id } },
    });
    expect((await reporter.api.post(`projects/${project.id}/pipeline`, { ref: 'other' })).status).toBe(403);
    expect((await developer.api.get(variables)).body).toEqual([
      { key: 'A', value: 'x', variable_type: 'env_var', raw: false },
    ]);
    expect((await owner.api.get(variables)).status).toBe(200);
    const other = await aMember(app, { project }, 30);
    expect((await other.api.get(variables)).status).toBe(403);
  });

  it('creates one whose many jobs start soon after', async () => {
    const jobs = Array.from({ length: 21 }, (_, at) => `job-${at}: { script: x }`).join('\n');
    const { project } = await aCodeProject({}, jobs);
    const { body, status } = await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' });
    await app.drainJobs();

    expect([status, body.status]).toEqual([201, 'created']);
    expect(new Set((await jobsOf(body.id)).map((job) => job.status))).toEqual(new Set(['pending']));
    expect((await owner.api.get(`projects/${project.id}/pipelines/${body.id}`)).body.status).toBe('pending');
  });

  it('creates one whose variables and bridges are lists with pages', async () => {
    const { project } = await aCodeProject();
    const variables = ['A', 'B', 'C'].map((key) => ({ key, value: 'x' }));
    const { body } = await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main', variables });
    const pipeline = `projects/${project.id}/pipelines/${body.id}`;
    const second = await owner.api.get(`${pipeline}/variables?per_page=2&page=2`);

    expect(second.body).toMatchObject([{ key: 'C' }]);
    expect([second.headers.get('x-total'), second.headers.get('x-prev-page')]).toEqual(['3', '1']);
    expect((await owner.api.get(`${pipeline}/bridges`)).headers.get('x-total-pages')).toBe('1');
    for (const list of ['variables', 'bridges']) {
      expect(await owner.api.get(`${pipeline}/${list}?page=0`)).toMatchObject(
        bad('page', 'does not have a valid value'),
      );
    }
  });

  it('names all its invalid fields at once', async () => {
    const { project } = await aCodeProject();
    const post = (fields: object) => owner.api.post(`projects/${project.id}/pipeline`, fields);

    expect((await post({ ref: ' ', variables: 'x', dry_run: 'maybe' })).body.message).toEqual({
      ref: ["can't be blank"],
      variables: ['is invalid'],
      dry_run: ['is invalid'],
    });
    expect((await post({ ref: '', variables: { 'a-b': 'x' } })).body.message).toEqual({
      ref: ["can't be blank"],
      variables: ["key can contain only letters, digits and '_'"],
    });
    expect((await post({ variables: { a: 1 } })).body.message).toBe('400 (Bad request) "ref" not given');
    expect((await post({ ref: 'main', variables: { a: 1 } })).body.message).toBe(
      'variables needs to be a map of key-valued strings',
    );
  });

  it('is refused on a protected ref to those who may not push there', async () => {
    const { project } = await aCodeProject();
    const developer = await aMember(app, { project }, 30);
    await app.sql('update protected_branches set push_level = 40 where project_id = $1', [project.id]);
    const refused = await developer.api.post(`projects/${project.id}/pipeline`, { ref: 'main' });
    const [{ id } = { id: 0 }] = await listOf(project, 'ref=main');

    expect(refused).toMatchObject({
      status: 400,
      body: {
        message: {
          base: [
            "You do not have sufficient permission to run a pipeline on 'main'. Please select a different branch or contact your administrator for assistance.",
          ],
        },
      },
    });
    expect((await developer.api.post(`projects/${project.id}/pipelines/${id}/cancel`)).status).toBe(403);
    expect((await developer.api.post(`projects/${project.id}/pipelines/${id}/retry`)).status).toBe(403);
  });

  it.each([
    ['build: { script: x, rules: [{ if: $NO }] }', 'No stages / jobs for this pipeline.'],
    ['workflow: { rules: [{ if: $NO }] }\nbuild: { script: x }', 'Pipeline filtered out by workflow rules.'],
  ])('says why %j creates none', async (ci, text) => {
    const { project } = await aCodeProject({}, ci);

    expect(await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' })).toMatchObject({
      status: 400,
      body: { message: { base: [text] } },
    });
    expect(await listOf(project)).toEqual([]);
  });

  it('reads the file that the project names', async () => {
    const project = await aProject(owner.api, { ci_config_path: 'ci/own.yml' });
    await pushCode({ app, git }, project, owner, {
      'ci/own.yml': 'include: ci/more.yml\na: { script: x }',
      'ci/more.yml': 'b: { script: y }',
    });
    await app.drainJobs();
    const created = await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' });

    expect((await jobsOf(created.body.id as number)).map(({ name }) => name)).toEqual(['b', 'a']);
    await owner.api.put(`projects/${project.id}`, { ci_config_path: 'missing.yml' });
    expect(await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' })).toMatchObject({
      status: 400,
      body: { message: { base: ['Missing CI config file'] } },
    });
  });
});
