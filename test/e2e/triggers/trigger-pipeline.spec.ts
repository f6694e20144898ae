import { writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { Env } from '../../../src/platform/config/env.js';
import { pushCode } from '../../builders/code.js';
import type { PushedCode } from '../../builders/code.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import { until } from '../../support/until.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';
import { UNAUTHORIZED, notFound } from '../../support/answers.js';
import { ISO_TIME } from '../../support/times.js';

const TIME = expect.stringMatching(ISO_TIME);
const NOT_FOUND = notFound();
const base = (status: number, text: string) => ({ status, body: { message: { base: [text] } } });
const CI = 'build: { script: make }\ntest: { script: test, stage: test }\n';

let app: TestApp;
let git: GitClient;
let owner: TestUser;
let project: TestProject;
let code: PushedCode;
let token: string;
let path: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  git = await GitClient.make();
  owner = await aUser(app);
  project = await aProject(owner.api);
  code = await pushCode(
    { app, git },
    project,
    owner,
    { '.gitlab-ci.yml': CI },
    { branches: ['feat/x.1'], tags: ['v1'] },
  );
  path = `projects/${project.id}/trigger/pipeline`;
  token = (await owner.api.post(`projects/${project.id}/triggers`, { description: 'x' })).body.token;
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const start = (params: object) => app.anonymous.post(path, { ref: 'main', token, ...params });
const pipelines = () => app.sql<{ id: number }>('select id from ci_pipelines where project_id = $1', [project.id]);
const variablesOf = async (id: number) =>
  app.sql('select key, variable_type from ci_pipeline_variables where pipeline_id = $1 order by key', [id]);

describe('POST /projects/:id/trigger/pipeline', () => {
  it('answers the whole pipeline as it was made', async () => {
    const { status, body } = await start({});

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      iid: expect.any(Number),
      project_id: project.id,
      sha: code.sha,
      ref: 'main',
      status: 'created',
      source: 'trigger',
      created_at: TIME,
      updated_at: TIME,
      web_url: `${app.url}/${project.path_with_namespace}/-/pipelines/${body.id}`,
      name: null,
      before_sha: '0'.repeat(40),
      tag: false,
      yaml_errors: null,
      user: {
        id: owner.id,
        username: owner.username,
        name: expect.any(String),
        state: 'active',
        avatar_url: null,
        web_url: `${app.url}/${owner.username}`,
      },
      started_at: null,
      finished_at: null,
      committed_at: null,
      duration: null,
      queued_duration: null,
      coverage: null,
      detailed_status: {
        icon: 'status_created',
        text: 'created',
        label: 'created',
        group: 'created',
        tooltip: 'created',
        has_details: true,
        details_path: `/${project.path_with_namespace}/-/pipelines/${body.id}`,
        illustration: null,
        favicon: '/assets/ci_favicons/favicon_status_created.png',
      },
      source_pipeline: null,
    });
    const [trigger] = (await owner.api.get(`projects/${project.id}/triggers`)).body;
    expect(trigger.last_used).toEqual(TIME);
  });

  it('starts its first jobs before it answers', async () => {
    const { body } = await start({});

    expect((await owner.api.get(`projects/${project.id}/pipelines/${body.id}`)).body.status).toBe('pending');
    const jobs = await owner.api.get(`projects/${project.id}/pipelines/${body.id}/jobs`);
    expect(new Set(jobs.body.map(({ status }: { status: string }) => status))).toContain('pending');
  });

  it('takes JSON, forms, multipart and the query, with variables as maps and lists', async () => {
    const form = new URLSearchParams({ ref: 'main', token, 'variables[A]': '1', 'variables[b_C]': '2' });
    const list = new URLSearchParams([
      ['ref', 'main'],
      ['token', token],
      ['variables[][key]', 'A'],
      ['variables[][value]', '1'],
      ['variables[][key]', 'b_C'],
      ['variables[][value]', '2'],
      ['variables[][variable_type]', 'file'],
    ]);
    const multipart = new FormData();
    for (const [name, value] of form) {
      multipart.append(name, value);
    }
    const url = `${app.url}/api/v4/${path}`;
    const sent = [
      fetch(url, { method: 'POST', body: form }),
      fetch(url, { method: 'POST', body: multipart }),
      fetch(`${url}?${form.toString()}`, { method: 'POST' }),
      fetch(url, { method: 'POST', body: list }),
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ref: 'main', token, variables: { A: '1', b_C: '2' } }),
      }),
    ];
    for (const [index, answer] of (await Promise.all(sent)).entries()) {
      expect(answer.status).toBe(201);
      const { id } = (await answer.json()) as { id: number };
      expect(await variablesOf(id)).toEqual([
        { key: 'A', variable_type: 'env_var' },
        { key: 'TRIGGER_PAYLOAD', variable_type: 'file' },
        { key: 'b_C', variable_type: index === 3 ? 'file' : 'env_var' },
      ]);
    }
  });

  it('takes the ref from the path, encoded or not, before any other', async () => {
    for (const ref of ['feat/x.1', 'feat%2Fx.1', 'v1', 'main']) {
      const answer = await app.anonymous.post(`projects/${project.id}/ref/${ref}/trigger/pipeline?token=${token}`, {
        ref: 'refs/heads/main',
        object_kind: 'push',
      });
      expect(answer).toMatchObject({ status: 201, body: { ref: decodeURIComponent(ref), tag: ref === 'v1' } });
    }
  });

  it('requires a ref and a token, in that order', async () => {
    expect(await app.anonymous.post(path)).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"ref\\" not given"}',
    });
    expect(await app.anonymous.post(path, { ref: 'main' })).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"token\\" not given"}',
    });
    expect(await start({ ref: ' ' })).toMatchObject({ status: 400, body: { message: { ref: ["can't be blank"] } } });
  });

  it('names what is wrong with dry_run after pipeline events and missing parameters, beside what is invalid', async () => {
    const event = { headers: { 'X-Service-Event': 'Pipeline Hook' } };

    expect((await app.anonymous.post(path, { dry_run: 'maybe' }, event)).status).toBe(403);
    expect(await app.anonymous.post(path, { dry_run: 'maybe' })).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"ref\\" not given"}',
    });
    expect(await start({ ref: ' ', dry_run: 'maybe' })).toMatchObject({
      status: 400,
      body: { message: { ref: ["can't be blank"], dry_run: ['is invalid'] } },
    });
    expect((await start({ dry_run: '' })).status).toBe(201);
  });

  it('takes a body of 1 MiB in every form, and no more', async () => {
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ ref: 'main', token, dry_run: true, filler: '' });
      return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
    };
    const json = { headers: { 'Content-Type': 'application/json' } };
    const form = new FormData();
    form.append('filler', 'x'.repeat(1_048_576));
    const large = { status: 413, text: '{"message":"413 Payload Too Large"}' };

    expect((await app.anonymous.send('POST', path, sized(1_048_576), json)).status).toBe(200);
    expect(await app.anonymous.send('POST', path, sized(1_048_577), json)).toMatchObject(large);
    expect(await app.anonymous.send('POST', path, form)).toMatchObject(large);
    const byRef = `projects/${project.id}/ref/main/trigger/pipeline?token=${token}`;
    expect(await app.anonymous.send('POST', byRef, sized(1_048_577), json)).toMatchObject(large);
  });

  it('checks another credential beside the token as everywhere, and gives it no rights', async () => {
    const other = await aUser(app);
    const unknown = {
      status: 401,
      body: { message: '401 Unauthorized', error: 'invalid_token', error_description: 'The token is not known.' },
    };
    const beside = (headers: Record<string, string>, fields: object = {}) =>
      app.anonymous.post(path, { ref: 'main', token, dry_run: true, ...fields }, { headers });

    for (const headers of [{ 'PRIVATE-TOKEN': 'no' }, { Authorization: 'Bearer no' }, { 'JOB-TOKEN': 'no' }]) {
      expect(await beside(headers as unknown as Record<string, string>)).toMatchObject(unknown);
    }
    for (const name of ['private_token', 'access_token', 'job_token']) {
      expect(await beside({}, { [name]: 'no' })).toMatchObject(unknown);
    }
    expect((await beside({ 'PRIVATE-TOKEN': other.token })).status).toBe(200);
    expect((await beside({ 'JOB-TOKEN': '' })).status).toBe(200);
    expect(await app.as(owner.token).post(path, { ref: 'main', token: 'no' })).toMatchObject(UNAUTHORIZED);
  });

  it('answers the same 401 for every unknown token, whatever the project', async () => {
    const other = await aProject(owner.api);
    const gone = await owner.api.post(`projects/${project.id}/triggers`, { description: 'gone' });
    await owner.api.delete(`projects/${project.id}/triggers/${gone.body.id}`);
    for (const [id, value] of [
      [project.id, 'nonsense'],
      [project.id, gone.body.token],
      [999_999, 'nonsense'],
      [other.id, 'sljob_nonsense'],
    ]) {
      expect(await app.anonymous.post(`projects/${id}/trigger/pipeline`, { ref: 'main', token: value })).toMatchObject(
        UNAUTHORIZED,
      );
    }
  });

  it('answers 401 to a token of a deleted project', async () => {
    const other = await aProject(owner.api);
    const { body } = await owner.api.post(`projects/${other.id}/triggers`, { description: 'x' });
    await owner.api.delete(`projects/${other.id}`);

    for (const id of [other.id, project.id]) {
      const answer = await app.anonymous.post(`projects/${id}/trigger/pipeline`, { ref: 'main', token: body.token });
      expect(answer).toMatchObject(UNAUTHORIZED);
    }
  });

  it('answers 404 to a live token of another project', async () => {
    const other = await aProject(owner.api);
    for (const reference of [other.id, 999_999, 'no%2Fwhere']) {
      expect(await app.anonymous.post(`projects/${reference}/trigger/pipeline`, { ref: 'main', token })).toMatchObject(
        NOT_FOUND,
      );
    }
    const byPath = `projects/${encodeURIComponent(project.path_with_namespace)}/trigger/pipeline`;
    expect((await app.anonymous.post(byPath, { ref: 'main', token })).status).toBe(201);
  });

  it('refuses pipeline events before anything else', async () => {
    const headers = { 'X-Service-Event': 'Pipeline Hook' };

    expect(await app.anonymous.send('POST', path, {}, { headers })).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - Pipeline events cannot start pipelines"}',
    });
    expect(
      (await app.anonymous.send('POST', path, { ref: 'main', token }, { headers: { 'X-Service-Event': 'Push Hook' } }))
        .status,
    ).toBe(201);
  });

  it('reads a number as the text of an event type, and refuses what is no text', async () => {
    const { id } = (await start({ event_type: 5 })).body;
    const refused = await start({ event_type: ['5'] });

    expect((await owner.api.get(`projects/${project.id}/pipelines?event_type=5`)).body).toMatchObject([{ id }]);
    expect(refused).toMatchObject({ status: 400, body: { message: { event_type: ['is invalid'] } } });
  });

  it.each([
    [{ variables: 'x' }, { status: 400, body: { message: { variables: ['is invalid'] } } }],
    [{ variables: { A: 1 } }, { status: 400, text: '{"message":"variables needs to be a map of key-valued strings"}' }],
    [{ ref: 'missing' }, base(400, 'Reference not found')],
    [{ ref: '^main' }, base(400, 'Reference not found')],
    [{ variables: { TRIGGER_PAYLOAD: 'x' } }, base(422, 'Duplicate variable name: TRIGGER_PAYLOAD')],
    [
      {
        variables: [
          { key: 'A', value: '1' },
          { key: 'A', value: '2' },
        ],
      },
      base(422, 'Duplicate variable name: A'),
    ],
  ])('creates nothing for %j', async (params, refusal) => {
    const before = await pipelines();

    expect(await start(params)).toMatchObject(refusal);
    expect(await pipelines()).toEqual(before);
  });

  it('refuses commit ids, and a name that is branch and tag', async () => {
    await git.ok(['push', '-q', 'origin', 'HEAD:refs/heads/both', 'HEAD:refs/tags/both'], { in: code.clone });

    expect(await start({ ref: code.sha })).toMatchObject(base(400, 'Reference not found'));
    expect(await start({ ref: 'both' })).toMatchObject(base(400, 'Ref is ambiguous'));
    expect((await start({ ref: 'refs/tags/both' })).body).toMatchObject({ ref: 'both', tag: true });
  });

  it('sees refs and definitions as they are, however often they were read before', async () => {
    const moving = await aProject(owner.api);
    const { clone } = await pushCode({ app, git }, moving, owner, { '.ci.yml': 'old: { script: x }', other: CI });
    const own = (await owner.api.post(`projects/${moving.id}/triggers`, { description: 'x' })).body;
    const jobsOf = async (ref: string) => {
      const call = { ref, token: own.token, dry_run: true };
      const { status, body } = await app.anonymous.post(`projects/${moving.id}/trigger/pipeline`, call);
      return status === 200 ? body.jobs.map(({ name }: { name: string }) => name) : body.message.base[0];
    };
    const commit = async (content: string) => {
      await writeFile(nodePath.join(git.directory, clone, '.ci.yml'), content);
      await git.ok(['commit', '-q', '-am', 'x [skip ci]'], { in: clone });
      await git.ok(['push', '-q', '--follow-tags', 'origin', 'HEAD:main', 'HEAD:refs/heads/deep/er'], { in: clone });
    };

    expect(await jobsOf('main')).toEqual(['old']);
    expect(await jobsOf('main')).toEqual(['old']);
    await commit('new: { script: x }');
    expect(await jobsOf('main')).toEqual(['new']);
    const [row] = await app.sql<{ gitDir: string }>(
      'select relative_path as "gitDir" from repositories where project_id = $1',
      [moving.id],
    );
    const gitDir = nodePath.join(app.app.get(Env).storages.get('default')!, row!.gitDir);
    await git.ok(['--git-dir', gitDir, 'pack-refs', '--all', '--prune']);
    expect([await jobsOf('main'), await jobsOf('refs/heads/deep/er')]).toEqual([['new'], ['new']]);
    await commit('newer: { script: x }');
    expect([await jobsOf('main'), await jobsOf('deep/er')]).toEqual([['newer'], ['newer']]);
    await git.ok(['tag', '-a', '-m', 'x', 'v2'], { in: clone });
    await git.ok(['push', '-q', '-o', 'ci.skip', 'origin', 'v2', ':deep/er'], { in: clone });
    expect([await jobsOf('v2'), await jobsOf('deep/er')]).toEqual([['newer'], 'Reference not found']);
    await owner.api.put(`projects/${moving.id}`, { ci_config_path: 'other' });
    expect(await jobsOf('main')).toEqual(['build', 'test']);
  });

  it('records the last use of its token, unless it is refused', async () => {
    const own = (await owner.api.post(`projects/${project.id}/triggers`, { description: 'x' })).body;
    const lastUsed = async () => (await owner.api.get(`projects/${project.id}/triggers/${own.id}`)).body.last_used;

    await start({ token: own.token, ref: 'nowhere' });
    expect(await lastUsed()).toBeNull();
    const first = (await start({ token: own.token })).body;
    const second = (await start({ token: own.token })).body;
    expect(await lastUsed()).toBe(second.created_at);
    await start({ token: own.token, dry_run: true });
    await start({ token: own.token, variables: 'x' });
    expect(await lastUsed()).toBe(second.created_at);
    for (const { id } of [second, first]) {
      expect((await owner.api.delete(`projects/${project.id}/pipelines/${id}`)).status).toBe(204);
      expect(await lastUsed()).toBe(second.created_at);
    }
  });

  it("is checked by the current rights of the token's owner", async () => {
    const maintainer = await aMember(app, { project }, 40);
    const own = (await maintainer.api.post(`projects/${project.id}/triggers`, { description: 'y' })).body;
    const level = (access_level: number) =>
      owner.api.put(`projects/${project.id}/members/${maintainer.id}`, { access_level });
    const missing = base(400, 'Insufficient permissions to create a new pipeline');

    expect((await start({ token: own.token })).status).toBe(201);
    await level(20);
    expect(await start({ token: own.token })).toMatchObject(missing);
    await level(40);
    await app.admin.post(`users/${maintainer.id}/block`);
    expect(await start({ token: own.token })).toMatchObject(missing);
    await app.admin.delete(`users/${maintainer.id}`);
    expect(await start({ token: own.token })).toMatchObject(missing);
  });

  it('refuses archived projects and those without jobs', async () => {
    await owner.api.put(`projects/${project.id}`, { jobs_enabled: false });
    const disabled = await start({});
    await owner.api.put(`projects/${project.id}`, { jobs_enabled: true });
    await owner.api.post(`projects/${project.id}/archive`);
    const archived = await start({});
    await owner.api.post(`projects/${project.id}/unarchive`);

    expect(disabled).toMatchObject(base(400, 'Pipelines are disabled!'));
    expect(archived).toMatchObject({ status: 403, text: '{"message":"403 Forbidden - The project is archived"}' });
  });

  it('stores a failed pipeline of a bad definition, and says what is wrong with it', async () => {
    const bad = await aProject(owner.api);
    await pushCode({ app, git }, bad, owner, { '.ci.yml': 'build: {}' });
    const own = (await owner.api.post(`projects/${bad.id}/triggers`, { description: 'x' })).body;
    const refused = await app.anonymous.post(`projects/${bad.id}/trigger/pipeline`, { ref: 'main', token: own.token });

    expect(refused).toMatchObject(base(422, 'jobs:build config should implement a script: keyword'));
    const [failed] = await app.sql<{ id: number }>(
      'select id, status, yaml_errors from ci_pipelines where project_id = $1 and source = $2',
      [bad.id, 'trigger'],
    );
    expect(failed).toMatchObject({
      status: 'failed',
      yaml_errors: 'jobs:build config should implement a script: keyword',
    });
    const lastUsed = async () => (await owner.api.get(`projects/${bad.id}/triggers/${own.id}`)).body.last_used;
    expect(await lastUsed()).toBeNull();
    await owner.api.delete(`projects/${bad.id}/pipelines/${failed?.id}`);
    expect(await lastUsed()).toBeNull();
  });

  it('keeps every parameter but the credentials as TRIGGER_PAYLOAD', async () => {
    const { body } = await app.anonymous.post(`${path}?note=q`, {
      ref: 'main',
      token,
      nested: { a: [1] },
      variables: {},
    });
    const { PipelinesRepository } = await import('../../../src/modules/pipelines/records/pipelines.repository.js');
    const variables = await app.app.get(PipelinesRepository).variablesOf(body.id as number);

    expect(variables).toEqual([{ key: 'TRIGGER_PAYLOAD', type: 'file', value: expect.any(String) }]);
    expect(JSON.parse(variables[0]!.value)).toEqual({
      id: project.id,
      ref: 'main',
      note: 'q',
      nested: { a: [1] },
      variables: {},
    });
  });

  it('respects the allow lists and the expiry of the token', async () => {
    const own = (
      await owner.api.post(`projects/${project.id}/triggers`, {
        description: 'x',
        allowed_refs: ['feat/*'],
        allowed_variables: ['A'],
      })
    ).body;

    expect(await start({ token: own.token })).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - The trigger token does not allow this ref"}',
    });
    expect(await start({ token: own.token, ref: 'feat/x.1', variables: { B: 'x' } })).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - The trigger token does not allow the variable B"}',
    });
    expect((await start({ token: own.token, ref: 'feat/x.1', variables: { A: 'x' } })).status).toBe(201);
    await app.sql(`update ci_triggers set expires_at = now() where id = $1`, [own.id]);
    expect(await start({ token: own.token, ref: 'feat/x.1' })).toMatchObject(UNAUTHORIZED);
  });

  it('accepts the old token as long as a rotation keeps it', async () => {
    const own = (await owner.api.post(`projects/${project.id}/triggers`, { description: 'x' })).body;
    const rotate = async (keep: number) =>
      (await owner.api.post(`projects/${project.id}/triggers/${own.id}/rotate`, { keep_old_for: keep })).body.token;
    const second = await rotate(60);

    expect((await start({ token: own.token })).status).toBe(201);
    expect((await start({ token: second })).status).toBe(201);
    const third = await rotate(0);
    expect(await start({ token: second })).toMatchObject(UNAUTHORIZED);
    expect(await start({ token: own.token })).toMatchObject(UNAUTHORIZED);
    expect((await start({ token: third })).status).toBe(201);
  });

  it('answers a dry run with what would be created', async () => {
    const before = await pipelines();
    const { status, body } = await start({ dry_run: true });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      ref: 'main',
      sha: code.sha,
      source: 'trigger',
      config_path: '.gitlab-ci.yml',
      valid: true,
      errors: [],
      jobs: [
        { name: 'build', stage: 'test', when: 'on_success', allow_failure: false, included: true, rule: null },
        { name: 'test' },
      ],
    });
    expect(await pipelines()).toEqual(before);
  });

  it('numbers parallel pipelines without a gap or a duplicate', async () => {
    const busy = await aProject(owner.api);
    await pushCode({ app, git }, busy, owner, { 'README.md': 'x' });
    await pushCode({ app, git }, busy, owner, { '.ci.yml': CI }, { message: 'CI [ci skip]' });
    const own = (await owner.api.post(`projects/${busy.id}/triggers`, { description: 'x' })).body;
    const [{ count: before } = { count: 0 }] = await app.sql<{ count: number }>(
      'select count(*)::int as count from ci_pipelines where project_id = $1',
      [busy.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        app.anonymous.post(`projects/${busy.id}/trigger/pipeline`, { ref: 'main', token: own.token }),
      ),
    );

    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(answers.map(({ body }) => body.iid).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, at) => before + at + 1),
    );
  });

  it('overtakes no rotation of its token that waits for another call', async () => {
    const waiting = async (count: number) => {
      const locks = `select 1 from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      await until(async () => {
        await app.sql('select pg_stat_clear_snapshot()');
        return (await app.sql(locks)).length === count;
      });
    };
    const own = (await owner.api.post(`projects/${project.id}/triggers`, { description: 'x' })).body;
    const call = () => app.anonymous.post(path, { ref: 'main', token: own.token });
    const sent: Promise<{ status: number }>[] = [];
    await app.sql('begin');
    try {
      await app.sql('lock table internal_ids in exclusive mode');
      for (const send of [call, () => owner.api.post(`projects/${project.id}/triggers/${own.id}/rotate`), call]) {
        sent.push(send());
        await waiting(sent.length);
      }
    } finally {
      await app.sql('commit');
    }

    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 401]);
  });

  it('creates one however often it is sent with one Idempotency-Key', async () => {
    const before = await pipelines();
    const headers = { 'Idempotency-Key': unique('key') };
    const send = () => app.anonymous.send('POST', path, { ref: 'main', token }, { headers });
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const replay = await send();

    expect(await pipelines()).toHaveLength(before.length + 1);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(replay).toMatchObject({ status: 201, body: { id: answers.find(({ status }) => status === 201)!.body.id } });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect((await app.anonymous.send('POST', path, { ref: 'v1', token }, { headers })).status).toBe(422);
  });
});
