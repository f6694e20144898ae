import { aCiProject } from '../../builders/pipelines.js';
import type { CiProject } from '../../builders/pipelines.js';
import { aMember, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startRecorder } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';
import { TestRunner } from '../../support/test-runner.js';
import { until } from '../../support/until.js';

const DEFINITION = `
build:
  stage: build
  script: make
  environment: { name: production, action: prepare }
  artifacts: { paths: [out] }
plain: { stage: test, script: echo }
release: { stage: deploy, script: echo, when: manual, environment: production }
`;
const ZIP = Buffer.from('PK\u0003\u0004 not quite a zip');

let app: TestApp;
let recorder: Recorder;
let owner: TestUser;
let ci: CiProject;
let runner: TestRunner;
beforeAll(async () => {
  recorder = await startRecorder();
  app = await startApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
  owner = await aUser(app);
  ({ ci, runner } = await aMonitoredProject(DEFINITION));
});
afterAll(async () => {
  await app.close();
  await recorder.close();
});

/** A project with a runner, whose pipelines, jobs and logs raise events. */
async function aMonitoredProject(definition: string) {
  const ci = await aCiProject(app, definition, { owner });
  const runner = await TestRunner.register(app, (await owner.api.get(ci.path)).body.runners_token);
  const fields = { api_key: 'of_the_monitor', api_url: recorder.url, archive_trace_events: true };
  await owner.api.put(`${ci.path}/integrations/monitoring-a`, fields);
  return { ci, runner };
}

/** Payloads of one kind, the oldest first. */
async function payloads(kind: string, { project } = ci): Promise<Record<string, unknown>[]> {
  const rows = await app.sql<{ payload: Record<string, unknown> }>(
    'select payload from integration_events where project_id = $1 and object_kind = $2 order by id',
    [project.id, kind],
  );
  return rows.map(({ payload }) => payload);
}

describe('events of jobs', () => {
  it('tell of the environment, the archive and the user of each job', async () => {
    const player = await aMember(app, ci, 30);
    await ci.start();
    const build = await runner.take();
    await runner.upload(build, ZIP, '?artifact_type=archive&artifact_format=zip');
    await runner.log(build, 'made it\n', 0);
    await runner.update(build, 'success');
    await until(async () => (await owner.api.get(`${ci.path}/jobs?scope=pending`)).body.length === 1);
    const plain = await runner.take();
    await runner.update(plain, 'success');
    await until(async () => (await owner.api.get(`${ci.path}/jobs?scope=manual`)).body.length === 1);
    const [{ id: manual }] = (await owner.api.get(`${ci.path}/jobs?scope=manual`)).body;
    await player.api.post(`${ci.path}/jobs/${manual}/play`);
    await runner.update(await runner.take(), 'success');
    await until(async () => (await payloads('pipeline')).at(-1)?.object_attributes !== undefined);
    await until(async () =>
      (await payloads('build')).some((one) => one.build_id === manual && one.build_status === 'success'),
    );
    const builds = (await payloads('pipeline')).at(-1)!.builds as Record<string, unknown>[];
    const told = (await payloads('build')).filter(({ build_status: status }) => status === 'success');

    expect(builds).toEqual([
      expect.objectContaining({
        name: 'build',
        environment: { name: 'production', action: 'prepare', deployment_tier: null },
        artifacts_file: { filename: 'artifacts.zip', size: ZIP.length },
        user: expect.objectContaining({ id: owner.id }),
      }),
      expect.objectContaining({ name: 'plain', environment: null, artifacts_file: { filename: null, size: null } }),
      expect.objectContaining({
        name: 'release',
        environment: { name: 'production', action: 'start', deployment_tier: null },
        user: expect.objectContaining({ id: player.id, username: player.username }),
      }),
    ]);
    expect(told.map(({ build_name, environment, user }) => [build_name, environment !== null, user])).toEqual([
      ['build', true, expect.objectContaining({ id: owner.id })],
      ['plain', false, expect.objectContaining({ id: owner.id })],
      ['release', true, expect.objectContaining({ id: player.id })],
    ]);
  });

  it('tell of the log of a job once it is stored, and of none where there is no log', async () => {
    await until(async () => (await payloads('archive_trace')).length > 0);
    await until(async () => (await app.sql(`select 1 from jobs where name = 'triggers.join-log'`)).length === 0);

    expect((await payloads('archive_trace')).map(({ build_name: name }) => name)).toEqual(['build']);
  });

  it('tell of the changes of a new attempt as of those of a first one, and not that it was created', async () => {
    const { ci: other, runner: at } = await aMonitoredProject(
      'early: { stage: build, script: x, allow_failure: true }\nlate: { stage: test, script: x }\n',
    );
    const { id } = await other.start();
    await at.update(await at.take(), 'failed');
    await until(async () => (await owner.api.get(`${other.path}/jobs?scope=pending`)).body.length === 1);
    await at.update(await at.take(), 'failed');
    await owner.api.post(`${other.path}/pipelines/${id}/retry`);
    await at.update(await at.take(), 'success');
    await until(async () => (await owner.api.get(`${other.path}/jobs?scope=pending`)).body.length === 1);

    const told = (await payloads('build', other)).map(({ build_name, build_status }) => [build_name, build_status]);
    const attempt = [
      ['early', 'pending'],
      ['early', 'running'],
    ];

    expect(told).toEqual([
      ...attempt,
      ['early', 'failed'],
      ['late', 'pending'],
      ['late', 'running'],
      ['late', 'failed'],
      ...attempt,
      ['early', 'success'],
      ['late', 'pending'],
    ]);
  });

  it('come with a status of the pipeline in the words of its record', async () => {
    const { ci: other, runner: at } = await aMonitoredProject(
      'lint: { script: x, allow_failure: true }\nrelease: { stage: deploy, script: x, when: manual, allow_failure: false }\n',
    );
    const { id } = await other.start();
    const record = async () => (await owner.api.get(`${other.path}/pipelines/${id}`)).body;
    const ended = (status: string) => until(async () => (await record()).status === status);
    const lint = await at.take();
    await at.update(lint, 'success');
    await ended('manual');
    const [{ id: release }] = (await owner.api.get(`${other.path}/jobs?scope=manual`)).body;
    await owner.api.post(`${other.path}/jobs/${release}/play`);
    await at.update(await at.take(), 'success');
    await ended('success');
    const again = (await owner.api.post(`${other.path}/jobs/${lint.id}/retry`)).body;
    await owner.api.post(`${other.path}/jobs/${again.id}/cancel`);
    await ended('success');
    const told = (await payloads('pipeline', other)).map(
      ({ object_attributes: one }) => one as Record<string, unknown>,
    );
    const words = told.map(({ status, detailed_status: label }) => [status, label]);

    expect(words).toContainEqual(['manual', 'waiting for manual action']);
    expect(words).toContainEqual(['success', 'passed']);
    expect(words.at(-1)).toEqual(['success', (await record()).detailed_status.label]);
    expect(words.at(-1)).toEqual(['success', 'passed with warnings']);
  });
});
