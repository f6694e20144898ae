import { jest } from '@jest/globals';
import { Clock } from '../../../src/common/time/clock.js';
import { aCiProject } from '../../builders/pipelines.js';
import type { CiProject } from '../../builders/pipelines.js';
import { aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
import { UNAUTHORIZED, notFound } from '../../support/answers.js';

const NOT_FOUND = notFound();

let app: TestApp;
let owner: TestUser;
let ci: CiProject;
let trigger: { id: number; token: string };
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  ci = await aCiProject(app, 'one: { script: echo one }\n', { owner });
  trigger = (await owner.api.post(`${ci.path}/triggers`, { description: 'x' })).body;
});
afterAll(async () => {
  await app.close();
});

const started = async (token = trigger.token): Promise<number> =>
  (await app.anonymous.post(`${ci.path}/trigger/pipeline`, { ref: 'main', token })).body.id;

describe('GET /projects/:id/trigger/pipeline/:pipeline_id', () => {
  const follow = (id: number | string, token: string, path = ci.path) =>
    app.anonymous.get(`${path}/trigger/pipeline/${id}?token=${token}`);

  it('shows a pipeline to the token that started it', async () => {
    const id = await started();

    expect(await follow(id, trigger.token)).toMatchObject({
      status: 200,
      body: {
        id,
        source: 'trigger',
        user: { id: owner.id },
        jobs: [
          { id: expect.any(Number), name: 'one', stage: 'test', status: expect.any(String), allow_failure: false },
        ],
      },
    });
    const byHeader = { headers: { 'TRIGGER-TOKEN': trigger.token } };
    expect((await app.anonymous.get(`${ci.path}/trigger/pipeline/${id}`, byHeader)).status).toBe(200);
  });

  it('answers 404 for every other pipeline, and 401 for inactive tokens', async () => {
    const id = await started();
    const other = (await owner.api.post(`${ci.path}/triggers`, { description: 'y' })).body;
    const own = await ci.start();

    expect(await follow(id, other.token)).toMatchObject(NOT_FOUND);
    expect(await follow(own.id, trigger.token)).toMatchObject(NOT_FOUND);
    expect(await follow(999_999, trigger.token)).toMatchObject(NOT_FOUND);
    expect(await follow(id, trigger.token, 'projects/999999')).toMatchObject(NOT_FOUND);
    expect(await follow(id, 'nonsense')).toMatchObject(UNAUTHORIZED);
    expect((await app.anonymous.get(`${ci.path}/trigger/pipeline/${id}`)).text).toBe(
      '{"message":"400 (Bad request) \\"token\\" not given"}',
    );
    expect((await follow('x', trigger.token)).text).toBe('{"error":"404 Not Found"}');
    await owner.api.delete(`${ci.path}/triggers/${other.id}`);
    expect(await follow(id, other.token)).toMatchObject(UNAUTHORIZED);
  });

  it('answers 404 while the creator of the token may not read the pipelines', async () => {
    const creator = await aMember(app, ci, 40);
    const own = (await creator.api.post(`${ci.path}/triggers`, { description: 'theirs' })).body;
    const id = await started(own.token);
    const member = `${ci.path}/members/${creator.id}`;
    expect((await follow(id, own.token)).status).toBe(200);

    await app.admin.post(`users/${creator.id}/block`);
    expect(await follow(id, own.token)).toMatchObject(NOT_FOUND);
    await app.admin.post(`users/${creator.id}/unblock`);
    await owner.api.put(member, { access_level: 20 });
    expect((await follow(id, own.token)).status).toBe(200);
    await owner.api.put(member, { access_level: 10 });
    expect(await follow(id, own.token)).toMatchObject(NOT_FOUND);
    await owner.api.delete(member);
    expect(await follow(id, own.token)).toMatchObject(NOT_FOUND);
    await app.admin.delete(`users/${creator.id}`);
    expect(await follow(id, own.token)).toMatchObject(NOT_FOUND);
  });

  it('answers 401 to a token that is rotated while it waits', async () => {
    const own = (await owner.api.post(`${ci.path}/triggers`, { description: 'rotated' })).body;
    const id = await started(own.token);
    const waiting = app.anonymous.get(`${ci.path}/trigger/pipeline/${id}?token=${own.token}&wait=30`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await owner.api.post(`${ci.path}/triggers/${own.id}/rotate`);
    await owner.api.post(`${ci.path}/pipelines/${id}/cancel`);

    expect(await waiting).toMatchObject(UNAUTHORIZED);
  });

  it('answers when the status changes, or the time is over', async () => {
    const runner = await TestRunner.register(app, (await owner.api.get(ci.path)).body.runners_token);
    await runner.runAll();
    const pipeline = await ci.start();
    const url = `${ci.path}/pipelines/${pipeline.id}`;
    const before = Date.now();
    expect((await owner.api.get(`${url}?wait=1`)).body.status).toBe('pending');
    expect(Date.now() - before).toBeGreaterThan(900);
    const waiting = owner.api.get(`${url}?wait=30`);
    await runner.take();
    expect((await waiting).body.status).toBe('running');
    await owner.api.post(`${url}/cancel`);
    expect((await owner.api.get(`${url}?wait=60`)).body.status).toBe('canceled');
    for (const wait of [0, 61, 'x']) {
      expect((await owner.api.get(`${url}?wait=${wait}`)).body).toEqual({ message: { wait: ['is invalid'] } });
    }
  });

  it('answers in time when the clock is set back meanwhile', async () => {
    const { id } = await ci.start();
    const clock = app.app.get(Clock);
    let hours = 0;
    const now = jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() - (hours += 1) * 3_600_000));

    const waiting = owner.api.get(`${ci.path}/pipelines/${id}?wait=1`).finally(() => {
      now.mockRestore();
    });

    expect(await waiting).toMatchObject({ status: 200, body: { id } });
  });

  it('answers 404 to a member who is removed while waiting', async () => {
    const pipeline = await ci.start();
    const member = await aMember(app, ci, 20);
    const url = `${ci.path}/pipelines/${pipeline.id}`;
    expect((await member.api.get(url)).status).toBe(200);
    const waiting = member.api.get(`${url}?wait=30`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await owner.api.delete(`${ci.path}/members/${member.id}`);
    await owner.api.post(`${url}/cancel`);

    expect(await waiting).toMatchObject(notFound('Project'));
  });
});

describe('GET /projects/:id/pipelines/:pipeline_id with `wait`', () => {
  it('answers nothing to an account that is blocked or deleted, or is no administrator any more, while it waits', async () => {
    const administrator = await aUser(app, { admin: true });
    const [blocked, deleted] = [await aMember(app, ci, 20), await aMember(app, ci, 20)];
    const pipeline = await ci.start();
    const url = `${ci.path}/pipelines/${pipeline.id}`;
    const waiting = [blocked, deleted, administrator].map(({ api }) => api.get(`${url}?wait=30`));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await app.admin.post(`users/${blocked.id}/block`);
    await app.admin.delete(`users/${deleted.id}`);
    await app.admin.put(`users/${administrator.id}`, { admin: false });
    await owner.api.post(`${url}/cancel`);

    expect(await Promise.all(waiting)).toMatchObject([
      { status: 403, body: { message: '403 Forbidden - Your account has been blocked.' } },
      { status: 401 },
      notFound('Project'),
    ]);
  });
});

describe('GET /projects/:id/triggers/:trigger_id/pipelines', () => {
  it('lists the pipelines of a trigger token, the newest first', async () => {
    const own = (await owner.api.post(`${ci.path}/triggers`, { description: 'z' })).body;
    const ids = [await started(own.token), await started(own.token)];
    const { body } = await owner.api.get(`${ci.path}/triggers/${own.id}/pipelines`);

    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.reverse());
    expect((await owner.api.get(`${ci.path}/triggers/999999/pipelines`)).text).toBe(
      '{"message":"404 Trigger Not Found"}',
    );
    const developer = await aMember(app, { project: ci.project }, 30);
    expect((await developer.api.get(`${ci.path}/triggers/${own.id}/pipelines`)).status).toBe(403);
    expect((await owner.api.get(`${ci.path}/pipelines/999999/downstream`)).text).toBe(
      '{"message":"404 Pipeline Not Found"}',
    );
  });
});

describe('POST /projects/:id/ci/lint', () => {
  const lint = (content: string, fields: object = {}) => owner.api.post(`${ci.path}/ci/lint`, { content, ...fields });

  it('answers the jobs of a definition, and the merged definition', async () => {
    const content = `
.base: { script: echo }
a: { extends: .base, tags: [x] }
b: { script: echo, rules: [{ if: $CI_COMMIT_BRANCH == "never" }] }`;

    expect(await lint(content)).toMatchObject({
      status: 200,
      body: {
        valid: true,
        errors: [],
        warnings: [],
        jobs: [
          {
            name: 'a',
            stage: 'test',
            when: 'on_success',
            allow_failure: false,
            needs: null,
            tags: ['x'],
            included: true,
          },
          { name: 'b', included: false },
        ],
        merged_yaml: expect.stringContaining('extends: .base'),
      },
    });
  });

  it('answers the errors of a definition', async () => {
    expect((await lint('a: {}')).body).toEqual({
      valid: false,
      errors: ['jobs:a config should implement a script: keyword'],
      warnings: [],
      jobs: [],
      merged_yaml: null,
    });
    expect((await lint('a: { script: x }\nworkflow: { rules: [{ when: never }] }')).body).toMatchObject({
      valid: true,
      warnings: ['Pipeline filtered out by workflow rules.'],
      jobs: [],
    });
    expect((await lint('include: { local: missing.yml }\na: { script: x }')).body.valid).toBe(false);
    expect((await lint('a: { script: x }', { ref: 'nowhere' })).body).toEqual({
      message: { base: ['Reference not found'] },
    });
    expect((await owner.api.post(`${ci.path}/ci/lint`)).text).toBe(
      '{"message":"400 (Bad request) \\"content\\" not given"}',
    );
    const reporter = await aMember(app, { project: ci.project }, 20);
    expect((await reporter.api.post(`${ci.path}/ci/lint`, { content: 'x' })).status).toBe(403);
  });
});
