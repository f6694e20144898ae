import { pushCode } from '../../builders/code.js';
import type { PushedCode } from '../../builders/code.js';
import { aCiProject } from '../../builders/pipelines.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { notFound } from '../../support/answers.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';
import { ISO_TIME } from '../../support/times.js';

const TIME = expect.stringMatching(ISO_TIME);

let app: TestApp;
let git: GitClient;
let owner: TestUser;
let project: TestProject;
let code: PushedCode;
beforeAll(async () => {
  app = await startApp();
  git = await GitClient.make();
  owner = await aUser(app);
  project = await aProject(owner.api);
  code = await pushCode({ app, git }, project, owner, { a: '1' }, { branches: ['zeta', 'alpha'], tags: ['v1'] });
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const report = (fields: object, sha = code.sha) => owner.api.post(`projects/${project.id}/statuses/${sha}`, fields);
const statuses = (query = '', sha = code.sha) =>
  owner.api.get(`projects/${project.id}/repository/commits/${sha}/statuses${query}`);
const commit = async (message: string, refs: string[]) => {
  await git.ok(['commit', '-q', '--allow-empty', '-m', message], { in: code.clone });
  await git.ok(['push', '-q', 'origin', ...refs.map((ref) => `HEAD:${ref}`)], { in: code.clone });
  return git.ok(['rev-parse', 'HEAD'], { in: code.clone });
};

describe('POST /projects/:id/statuses/:sha', () => {
  it('creates a status in a pipeline of its own', async () => {
    const { status, body } = await report({
      state: 'running',
      name: 'ci/first',
      target_url: 'https://ci.example.com/1',
      description: 'on it',
      coverage: 12.5,
    });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        sha: code.sha,
        ref: 'main',
        status: 'running',
        name: 'ci/first',
        target_url: 'https://ci.example.com/1',
        description: 'on it',
        created_at: TIME,
        started_at: TIME,
        finished_at: null,
        allow_failure: false,
        coverage: 12.5,
        author: expect.objectContaining({ id: owner.id, username: owner.username }),
        pipeline_id: expect.any(Number),
      },
    ]);
    const pipeline = await owner.api.get(`projects/${project.id}/pipelines/${body.pipeline_id}`);
    expect(pipeline.body).toMatchObject({ source: 'external', status: 'running', ref: 'main', coverage: '12.50' });
    const moved = await report({ state: 'success', name: 'ci/first' });
    expect(moved.body).toMatchObject({
      id: body.id,
      status: 'success',
      finished_at: TIME,
      target_url: 'https://ci.example.com/1',
    });
    expect((await owner.api.get(`projects/${project.id}/pipelines/${body.pipeline_id}`)).body.status).toBe('success');
    expect((await owner.api.get(`projects/${project.id}/pipelines/${body.pipeline_id}/jobs`)).body).toMatchObject([
      { id: body.id, stage: 'external', runner: null },
    ]);
  });

  it('updates an unfinished status, and creates a new one after an end', async () => {
    const first = await report({ state: 'pending', context: 'moves' });
    expect(first.body).toMatchObject({ name: 'moves', status: 'pending', started_at: null });
    const again = await report({ state: 'pending', name: 'moves', description: 'still' });
    expect([again.status, again.body.id, again.body.description]).toEqual([201, first.body.id, 'still']);
    expect((await report({ state: 'failed', name: 'moves' })).body.id).toBe(first.body.id);
    const next = await report({ state: 'running', name: 'moves' });
    expect(next.body.id).not.toBe(first.body.id);

    expect((await statuses('?name=moves')).body).toMatchObject([{ id: next.body.id }]);
    expect((await statuses('?name=moves&all=true')).body).toMatchObject([{ id: first.body.id }, { id: next.body.id }]);
    expect((await report({ state: 'canceled' })).body.name).toBe('default');
  });

  it('finds the ref: heads before branches that contain the commit, the default branch first, tags last', async () => {
    const between = await commit('between', ['refs/heads/zeta']);
    const head = await commit('head', ['refs/heads/zeta', 'refs/heads/beta']);
    expect((await report({ state: 'success' }, between)).body.ref).toBe('beta');
    expect((await report({ state: 'success' }, head)).body.ref).toBe('beta');
    expect((await report({ state: 'success', ref: 'zeta' }, head)).body.ref).toBe('zeta');
    expect((await report({ state: 'success', ref: 'refs/heads/zeta' }, head)).body.ref).toBe('zeta');
    const tagged = await commit('tagged', ['refs/tags/only']);
    expect((await report({ state: 'success' }, tagged)).body.ref).toBe('only');
    const gone = await commit('gone', ['refs/heads/gone']);
    await git.ok(['push', '-q', 'origin', ':refs/heads/gone'], { in: code.clone });
    expect(await report({ state: 'success' }, gone)).toMatchObject(notFound('References for commit'));
    expect(await report({ state: 'success', ref: 'nowhere' })).toMatchObject(notFound('Ref'));
    expect(await report({ state: 'success' }, 'f'.repeat(40))).toMatchObject(notFound('Commit'));
    expect(await report({ state: 'success' }, 'main')).toMatchObject(notFound('Commit'));
  });

  it('uses the newest pipeline of the commit, or the one that is named', async () => {
    const ci = await aCiProject(app, 'one: { script: echo }', { owner });
    const pipeline = await ci.start();
    const to = (fields: object) => owner.api.post(`${ci.path}/statuses/${ci.sha}`, { state: 'failed', ...fields });

    expect((await to({ name: 'x' })).body.pipeline_id).toBe(pipeline.id);
    const newer = await ci.start();
    expect((await to({ name: 'x' })).body.pipeline_id).toBe(newer.id);
    expect((await to({ name: 'x', pipeline_id: pipeline.id })).body.pipeline_id).toBe(pipeline.id);
    const other = (await report({ state: 'success' })).body.pipeline_id;
    expect(await to({ pipeline_id: other })).toMatchObject(notFound('Pipeline'));
    await owner.api.post(`${ci.path}/jobs/${(await owner.api.get(`${ci.path}/jobs`)).body[0].id}/cancel`);
    const sha = await aCommit(owner.api, ci.project, { other: '' }, { commit_message: 'x [skip ci]' });
    expect(
      await owner.api.post(`${ci.path}/statuses/${sha}`, { state: 'success', pipeline_id: pipeline.id }),
    ).toMatchObject({
      status: 400,
      body: { message: { pipeline_id: ['is invalid'] } },
    });
  });

  it('creates one status of many equal ones at once', async () => {
    const sha = await commit('race', ['refs/heads/race']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => report({ state: 'pending', name: 'race' }, sha)));

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await statuses('?all=true', sha)).body).toHaveLength(1);
    expect((await owner.api.get(`projects/${project.id}/pipelines?sha=${sha}`)).body).toHaveLength(1);
  });

  it('refuses invalid parameters', async () => {
    const bad = async (fields: object) => (await report({ state: 'success', ...fields })).body;

    expect(await bad({ state: 'x' })).toEqual({ message: { state: ['does not have a valid value'] } });
    expect((await report({})).text).toBe('{"message":"400 (Bad request) \\"state\\" not given"}');
    for (const url of ['ftp://x', 'javascript:alert(1)', 'x']) {
      expect(await bad({ target_url: url })).toEqual({ message: { target_url: ['is invalid'] } });
    }
    expect(await bad({ description: 'x'.repeat(256) })).toEqual({
      message: { description: ['is too long (maximum is 255 characters)'] },
    });
    for (const coverage of ['x', 101, -1]) {
      expect(await bad({ coverage })).toEqual({ message: { coverage: ['is invalid'] } });
    }
    const reporter = await aMember(app, { project }, 20);
    const path = `projects/${project.id}/statuses/${code.sha}`;
    expect(await reporter.api.post(path, { state: 'success' })).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden"}',
    });
    expect((await app.anonymous.post(path, { state: 'success' })).status).toBe(401);
  });
});

describe('GET /projects/:id/repository/commits/:sha/statuses', () => {
  it('shows the newest of each name, by id, and filters', async () => {
    const sha = await commit('list', ['refs/heads/list']);
    for (const name of ['b', 'a']) {
      await report({ state: 'failed', name }, sha);
      await report({ state: 'success', name }, sha);
    }
    const names = async (query: string) => (await statuses(query, sha)).body.map(({ name }: { name: string }) => name);

    expect(await names('')).toEqual(['b', 'a']);
    expect(await names('?all=true')).toEqual(['b', 'b', 'a', 'a']);
    expect(await names('?name=a')).toEqual(['a']);
    expect(await names('?stage=external')).toHaveLength(2);
    expect(await names('?stage=test')).toEqual([]);
    expect(await names('?ref=list')).toHaveLength(2);
    expect(await names('?ref=other')).toEqual([]);
    const [{ pipeline_id: id }] = (await statuses('', sha)).body;
    expect(await names(`?pipeline_id=${id}`)).toHaveLength(2);
    expect(await statuses('', 'f'.repeat(40))).toMatchObject(notFound('Commit'));
  });
});
