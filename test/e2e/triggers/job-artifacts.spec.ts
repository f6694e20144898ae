import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { ArtifactsRepository } from '../../../src/modules/pipelines/artifacts/artifacts.repository.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { Database } from '../../../src/platform/database/database.js';
import { aCiProject } from '../../builders/pipelines.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { RunningJobs, variable } from '../../builders/running-jobs.js';
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

describe('POST and GET /jobs/:id/artifacts', () => {
  const zip = Buffer.from('PK\u0003\u0004 not quite a zip');
  const TWO = 'a: { stage: build, script: echo, artifacts: { paths: [x] } }\nb: { script: echo }\n';

  it('accept them from the job, and send them to users and later jobs', async () => {
    const { ci, runner, job } = await jobs.start(TWO);
    const uploaded = await runner.upload(job, zip, '?artifact_type=archive&artifact_format=zip&expire_in=1+week');
    expect([uploaded.status, uploaded.body]).toEqual([
      201,
      { file_type: 'archive', size: zip.length, filename: 'artifacts.zip', file_format: 'zip' },
    ]);
    await runner.update(job, 'success');

    const record = await jobs.jobOf(ci, job);
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
    const stranger = await jobs.start();
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
    const { ci, runner, job } = await jobs.start(TWO);
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
    const runner = await jobs.runnerOf(ci);
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
    const { ci, runner, job } = await jobs.start(report);
    await runner.upload(job, gzipSync('LEAKED=1\n'), '?artifact_type=dotenv&artifact_format=gzip&expire_in=1+day');
    await runner.update(job, 'success');

    expect((await owner.api.delete(`${ci.path}/jobs/${job.id}/artifacts`)).status).toBe(204);
    expect(await jobs.jobOf(ci, job)).toMatchObject({ artifacts: [], artifacts_expire_at: null });
    expect(variable(await runner.take(), 'LEAKED')).toBeUndefined();
  });

  it('count in the statistics of the project, each file once, until they go', async () => {
    const { ci, runner, pipeline, job } = await jobs.start(TWO);
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
    const { ci, runner, job } = await jobs.start(TWO);
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
    expect(await jobs.jobOf(ci, job)).toMatchObject({ artifacts: [], artifacts_expire_at: null });
  });

  it('refuse more than the limit, without a file, and other tokens', async () => {
    const { runner, job } = await jobs.start();
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
    const { runner, job } = await jobs.start();
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
    const { ci, runner, job } = await jobs.start(TWO);
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
