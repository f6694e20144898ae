import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { genericPath, upload } from '../../builders/packages.js';
import { aMember, aProject, aToken, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';
import { storedObjects } from '../../support/stored-objects.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGE_MAX_GENERIC_BYTES: '5000000' } });
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const digest = (algorithm: string, bytes: string | Uint8Array) => createHash(algorithm).update(bytes).digest('hex');
const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
const CHALLENGE = 'Basic realm="Slipway Packages"';

/** Half of a file, what happens then, the other half; answers the status. */
async function slowUpload(token: string, path: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const sending = request(`${app.url}/api/v4/${path}`, { method: 'PUT', headers: { 'Private-Token': token } });
  const status = new Promise<number>((resolve, reject) => {
    sending.on('error', reject).on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
  });
  sending.write('half ');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await meanwhile();
  sending.end('and half');
  return status;
}

describe('PUT /projects/:id/packages/generic/... that takes long', () => {
  it('stores nothing for who may not publish any more, nor where nobody may', async () => {
    const own = await aProject(owner.api);
    const path = (name: string) => genericPath(own.id, name);
    const [removed, blocked, kept] = [
      await aMember(app, { project: own }, DEVELOPER),
      await aMember(app, { project: own }, DEVELOPER),
      await aMember(app, { project: own }, DEVELOPER),
    ];
    const changed = (fields: object) => () => owner.api.put(`projects/${own.id}`, fields);

    expect([
      await slowUpload(kept.token, path('kept'), () => Promise.resolve()),
      await slowUpload(removed.token, path('a'), () => owner.api.delete(`projects/${own.id}/members/${removed.id}`)),
      await slowUpload(blocked.token, path('b'), () => app.admin.post(`users/${blocked.id}/block`)),
      await slowUpload(kept.token, path('c'), changed({ packages_enabled: false })),
    ]).toEqual([201, 403, 403, 403]);
    await changed({ packages_enabled: true })();
    const archive = () => owner.api.post(`projects/${own.id}/archive`);
    expect(await slowUpload(kept.token, path('d'), archive)).toBe(403);
    await owner.api.post(`projects/${own.id}/unarchive`);
    const remove = () => owner.api.delete(`projects/${own.id}`);

    expect((await owner.api.get(`projects/${own.id}/packages`)).body).toHaveLength(1);
    expect(await slowUpload(kept.token, path('e'), remove)).toBe(404);
  });
});

describe('PUT and GET /projects/:id/packages/generic/:package_name/:package_version/:file_name', () => {
  it('stores a file and serves it with its digest and length', async () => {
    const path = genericPath(project.id, 'tool+1.zip');

    const stored = await upload(owner.api, path, 'hello');
    const read = await owner.api.get(path);
    const head = await owner.api.head(path);

    expect(stored).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(read).toMatchObject({ status: 200, text: 'hello' });
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-length': '5',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="tool+1.zip"',
      etag: `"${digest('sha256', 'hello')}"`,
      'x-checksum-sha256': digest('sha256', 'hello'),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe('5');
  });

  it('answers ranges and 304', async () => {
    const path = genericPath(project.id, 'range.bin');
    await upload(owner.api, path, '0123456789');
    const range = (value: string) => owner.api.get(path, { headers: { Range: value } });

    const part = await range('bytes=2-4');
    const outside = await range('bytes=10-');
    const etag = (await owner.api.head(path)).headers.get('etag')!;

    expect(part).toMatchObject({ status: 206, text: '234' });
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe('bytes */10');
    expect((await owner.api.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('answers the record with select=package_file', async () => {
    const bytes = Buffer.from('selected');

    const { status, body } = await upload(owner.api, `${genericPath(project.id, 's.bin')}?select=package_file`, bytes);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      package_id: expect.any(Number),
      created_at: expect.any(String),
      file_name: 's.bin',
      size: 8,
      file_md5: digest('md5', bytes),
      file_sha1: digest('sha1', bytes),
      file_sha256: digest('sha256', bytes),
    });
  });

  it('keeps every upload of a name and serves the newest', async () => {
    const path = genericPath(project.id, 'again.bin', '7.0');
    await upload(owner.api, path, 'first');
    await upload(owner.api, path, 'second');

    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_version=7.0`)).body;
    const files = (await owner.api.get(`projects/${project.id}/packages/${found.id}/package_files`)).body;

    expect((await owner.api.get(path)).text).toBe('second');
    expect(files.map((file: { size: number }) => file.size)).toEqual([5, 6]);
  });

  it('stores equal bytes once', async () => {
    const before = await storedObjects(app);
    const bytes = unique('equal');
    await Promise.all(
      ['1', '2', '3'].map((version) => upload(owner.api, genericPath(project.id, 'x', version), bytes)),
    );

    await until(async () => (await storedObjects(app)).length <= before.length + 1);

    expect((await storedObjects(app)).length).toBe(before.length + 1);
  });

  it.each(['file', 'other'])(
    'answers 400 for a form that ends within its part %s, and for one with a nameless part',
    async (part) => {
      const path = genericPath(project.id, 'cut.txt');
      const head = `--b\r\nContent-Disposition: form-data; name="${part}"; filename="a"\r\n\r\n`;

      const nameless = '--b\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--b--';
      for (const body of [head, `${head}bytes`, `${head}bytes\r\n--`, nameless]) {
        expect(
          await owner.api.send('PUT', path, body, { headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }),
        ).toMatchObject({ status: 400, body: { message: '400 Bad request - Malformed multipart body' } });
      }
      expect((await owner.api.get(path)).status).toBe(404);
    },
  );

  it('takes the part called file of a form', async () => {
    const form = new FormData();
    form.append('file', new Blob(['from a form']), 'ignored.txt');
    const path = genericPath(project.id, 'form.txt');

    expect((await owner.api.put(path, form)).status).toBe(201);
    expect((await owner.api.get(path)).text).toBe('from a form');
  });

  it('takes the last value of a parameter that is given twice', async () => {
    const path = genericPath(project.id, 'twice.bin', '8.0');
    await upload(owner.api, `${path}?status=default&status=hidden`);

    expect((await owner.api.get(`projects/${project.id}/packages?package_version=8.0`)).body).toEqual([]);
    expect((await upload(owner.api, `${path}?status=%ff`)).body).toEqual({
      message: '400 Bad request - Invalid characters',
    });
  });

  it('takes a blank parameter for none', async () => {
    const path = genericPath(project.id, 'blank.bin', '9.0');

    expect((await upload(owner.api, `${path}?status=&select=`)).status).toBe(201);
    expect((await owner.api.get(`projects/${project.id}/packages?package_version=9.0`)).body).toMatchObject([
      { status: 'default' },
    ]);
  });

  it('keeps hidden packages out of lists, not from downloads', async () => {
    const path = genericPath(project.id, 'h.bin', '1', 'secret-tool');
    await upload(owner.api, `${path}?status=hidden`);
    const listed = (status: string) =>
      owner.api.get(`projects/${project.id}/packages?package_name=secret-tool${status}`);

    expect((await listed('')).body).toEqual([]);
    expect((await listed('&status=hidden')).body).toMatchObject([{ name: 'secret-tool', status: 'hidden' }]);
    expect((await owner.api.get(path)).status).toBe(200);
  });

  it.each([
    ['generic/a%2Fb/1/f', { package_name: ['is invalid'] }],
    ['generic/a/1/a%5Cb', { file_name: ['is invalid'] }],
    ['generic/a/.1/a%2F..%2Fb', { package_version: ['is invalid'], file_name: ['is invalid'] }],
    ['generic/a/1/f?status=error', { status: ['does not have a valid value'] }],
    ['generic/a/1/f?status[]=hidden', { status: ['is invalid'] }],
    ['generic/a/1/f?select[a]=package_file', { select: ['is invalid'] }],
    ['generic/a/1/f?select=package', { select: ['does not have a valid value'] }],
  ])('answers 400 for %s', async (path, message) => {
    expect(await upload(owner.api, `projects/${project.id}/packages/${path}`)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('compares X-Checksum-Sha256 and stores nothing when it differs', async () => {
    const path = genericPath(project.id, 'sum.bin');
    const before = await storedObjects(app);
    const wrong = await upload(owner.api, path, 'a sum', { 'X-Checksum-Sha256': digest('sha256', 'b') });

    expect(wrong).toMatchObject({ status: 400, body: { message: '400 Bad request - checksum mismatch' } });
    expect(await storedObjects(app)).toEqual(before);
    expect((await upload(owner.api, path, 'a sum', { 'X-Checksum-Sha256': digest('sha256', 'a sum') })).status).toBe(
      201,
    );
  });

  it('stores no file that comes in a content coding, in a form neither', async () => {
    const path = genericPath(project.id, unique('coded'));
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const headers of [{}, form]) {
      const answer = await upload(owner.api, path, gzipSync('bytes'), { ...headers, 'Content-Encoding': 'gzip' });
      expect(answer).toMatchObject({
        status: 415,
        text: `{"error":"The provided content-encoding 'gzip' is not supported."}`,
      });
    }

    expect((await owner.api.get(path)).status).toBe(404);
  });

  it('refuses what is too large, announced or not, and stores nothing', async () => {
    const path = genericPath(project.id, 'large.bin', '9.9');
    const before = await storedObjects(app);
    const refusal = { status: 400, body: { message: '400 Bad request - File is too large' } };

    expect(await upload(owner.api, path, Buffer.alloc(5_000_001))).toMatchObject(refusal);
    expect(await sendChunked(path, Buffer.alloc(1_000_000), 6)).toBe(400);
    expect(await sendChunked(genericPath(project.id, 'fits.bin'), Buffer.alloc(1_000_000), 5)).toBe(201);
    expect((await owner.api.get(path)).status).toBe(404);
    await until(async () => (await storedObjects(app)).length <= before.length + 1);

    expect((await storedObjects(app)).length).toBe(before.length + 1);
  });

  it('leaves nothing of an upload whose connection breaks', async () => {
    const before = await storedObjects(app);
    const path = genericPath(project.id, 'broken.bin', '8.8');

    await breakUpload(path);
    await until(async () => (await storedObjects(app)).length === before.length);

    expect((await owner.api.get(path)).status).toBe(404);
    expect((await owner.api.get(`projects/${project.id}/packages?package_version=8.8`)).body).toEqual([]);
    expect(await storedObjects(app)).toEqual(before);
  });

  it('makes one package of parallel uploads to a new version', async () => {
    const files = Array.from({ length: 20 }, (_, n) => `f${n}.bin`);
    const stored = await Promise.all(
      files.map((file) => upload(owner.api, genericPath(project.id, file, '20.0'), file)),
    );
    const found = (await owner.api.get(`projects/${project.id}/packages?package_version=20.0`)).body;

    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set([201]));
    expect(found).toHaveLength(1);
    expect(
      (await owner.api.get(`projects/${project.id}/packages/${found[0].id}/package_files?per_page=100`)).body,
    ).toHaveLength(20);
  });
});

describe('credentials of package protocols', () => {
  const put = (headers: Record<string, string>, target: TestProject = project) =>
    upload(app.anonymous, genericPath(target.id, 'c.bin', '1', 'credentials'), 'c', headers);
  const get = (headers: Record<string, string>, target: TestProject = project) =>
    app.anonymous.get(genericPath(target.id, 'c.bin', '1', 'credentials'), { headers });
  const deployToken = async (scopes: string[]) =>
    (await owner.api.post(`projects/${project.id}/deploy_tokens`, { name: 'd', scopes })).body as {
      token: string;
      username: string;
    };

  it('takes tokens in headers and by Basic with any user name, and the password', async () => {
    const ways: Record<string, string>[] = [
      { 'Private-Token': owner.token },
      { Authorization: `Bearer ${owner.token}` },
      { Authorization: basic('__token__', owner.token) },
      { Authorization: basic(owner.username, owner.password) },
    ];
    for (const headers of ways) {
      expect((await put(headers)).status).toBe(201);
      expect((await get(headers)).status).toBe(200);
    }
  });

  it('takes deploy tokens by their scopes', async () => {
    const [reader, writer] = [
      await deployToken(['read_package_registry']),
      await deployToken(['write_package_registry']),
    ];
    const foreign = await aProject(owner.api);

    expect((await get({ 'Deploy-Token': reader.token })).status).toBe(200);
    expect((await get({ Authorization: basic(reader.username, reader.token) })).status).toBe(200);
    expect((await get({ Authorization: basic('somebody', reader.token) })).status).toBe(401);
    expect((await put({ 'Deploy-Token': reader.token })).status).toBe(403);
    expect((await put({ 'Deploy-Token': writer.token })).status).toBe(201);
    expect((await get({ 'Deploy-Token': writer.token })).status).toBe(403);
    expect((await get({ 'Deploy-Token': reader.token }, foreign)).status).toBe(404);
  });

  it('links the pipeline of a job to package and file', async () => {
    const { token, pipelineId } = await aRunningJob(project);
    const stored = await put({ Authorization: basic('ci-job-token', token) });
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=credentials`)).body;
    const files = (
      await app.anonymous.get(`projects/${project.id}/packages/${found.id}/package_files`, {
        headers: { 'Job-Token': token },
      })
    ).body;

    expect(stored.status).toBe(201);
    expect(found.pipelines).toMatchObject([
      { id: pipelineId, ref: 'main', status: 'running', user: { name: owner.username, avatar_url: null } },
    ]);
    expect(found.pipeline).toEqual(found.pipelines[0]);
    expect(files.at(-1).pipelines).toEqual(found.pipelines);
    expect((await put({ 'Job-Token': `${token}x` })).status).toBe(401);
  });

  it('shows the pipeline of a job of another project to those who see that project', async () => {
    const { token, pipelineId } = await aRunningJob(await aProject(owner.api));
    const open = await aProject(owner.api, { visibility: 'public' });
    const stored = await put({ Authorization: basic('ci-job-token', token) }, open);
    const pipelinesFor = async (api: ApiClient) => {
      const packages = `projects/${open.id}/packages`;
      const [found] = (await api.get(packages)).body;
      const single = (await api.get(`${packages}/${found.id}`)).body;
      const [file] = (await api.get(`${packages}/${found.id}/package_files`)).body;
      return [found, single, file].map(({ pipelines = [] }) => pipelines.map(({ id }: { id: number }) => id));
    };

    expect(stored.status).toBe(201);
    expect(await pipelinesFor(owner.api)).toEqual([[pipelineId], [pipelineId], [pipelineId]]);
    expect(await pipelinesFor((await aUser(app)).api)).toEqual([[], [], []]);
    expect(await pipelinesFor(app.anonymous)).toEqual([[], [], []]);
  });

  it('asks for credentials whether the project is private, missing, or public and published to', async () => {
    const open = await aProject(owner.api, { visibility: 'public' });
    await put({ 'Private-Token': owner.token }, open);
    const refused = [await get({}), await get({}, { ...project, id: 999_999_999 }), await put({}, open)];

    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
    }
    expect((await get({}, open)).status).toBe(200);
    expect((await get({ 'Private-Token': 'wrong' }, open)).status).toBe(401);
    expect((await get({ Authorization: basic('x', 'wrong') }, open)).status).toBe(401);
  });

  it('are 403 with the reason where their account is blocked, also on public projects', async () => {
    const blocked = await aUser(app);
    const open = await aProject(blocked.api, { visibility: 'public' });
    const path = genericPath(open.id, 'a.zip');
    await upload(blocked.api, path, 'a');
    await app.admin.post(`users/${blocked.id}/block`);

    const sent: Record<string, string>[] = [
      { 'Private-Token': blocked.token },
      { Authorization: basic('x', blocked.token) },
    ];
    for (const headers of sent) {
      expect(await app.anonymous.get(path, { headers })).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden - Your account has been blocked.' },
      });
    }
  });

  it('answers 404 for a project that is not seen and 403 for a right or scope that is missing', async () => {
    const [guest, reporter, developer] = [
      await aMember(app, { project }, GUEST),
      await aMember(app, { project }, REPORTER),
      await aMember(app, { project }, DEVELOPER),
    ];
    const stranger = await aUser(app);
    const readOnly = (
      await app.admin.post(`users/${owner.id}/personal_access_tokens`, { name: 'r', scopes: ['read_api'] })
    ).body.token as string;

    expect(await get({ 'Private-Token': stranger.token })).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
    expect(await get({ 'Private-Token': guest.token })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    });
    expect((await get({ 'Private-Token': reporter.token })).status).toBe(200);
    expect((await put({ 'Private-Token': reporter.token })).status).toBe(403);
    expect((await put({ 'Private-Token': developer.token })).status).toBe(201);
    expect((await get({ 'Private-Token': readOnly })).status).toBe(200);
    expect((await put({ 'Private-Token': readOnly })).status).toBe(403);
  });

  it('names the scope that is missing, once the role would do', async () => {
    const reporter = await aMember(app, { project }, REPORTER);
    const [own, low] = await Promise.all([
      aToken(app, owner.id, { scopes: ['read_api'] }),
      aToken(app, reporter.id, { scopes: ['read_api'] }),
    ]);
    const reader = await deployToken(['read_package_registry']);
    const refused = await put({ 'Private-Token': own });

    expect(refused).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden', error: 'insufficient_scope', scope: 'api' },
    });
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect((await put({ 'Deploy-Token': reader.token })).body).toMatchObject({ scope: 'write_package_registry' });
    expect((await put({ 'Private-Token': low })).body).toEqual({ message: '403 Forbidden' });
  });

  it('reads archived projects and refuses to publish to them', async () => {
    const archived = await aProject(owner.api);
    const headers = { 'Private-Token': owner.token };
    await put(headers, archived);
    await owner.api.post(`projects/${archived.id}/archive`);

    expect((await get(headers, archived)).status).toBe(200);
    expect(await put(headers, archived)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });

  it('refuses projects without packages', async () => {
    const closed = await aProject(owner.api, { packages_enabled: false });

    expect((await put({ 'Private-Token': owner.token }, closed)).status).toBe(403);
    expect((await owner.api.get(`projects/${closed.id}/packages`)).status).toBe(403);
  });
});

/** A pipeline of the project whose job runs, put straight into the database. */
async function aRunningJob({ id }: Pick<TestProject, 'id'>): Promise<{ token: string; pipelineId: number }> {
  const token = `sljob_${unique('token')}`;
  const [pipeline] = await app.sql<{ id: string }>(
    `insert into ci_pipelines (project_id, iid, ref, is_tag, sha, source, status, user_id)
     values ($1, 1, 'main', false, repeat('a', 40), 'push', 'running', $2) returning id::text`,
    [id, owner.id],
  );
  const pipelineId = Number(pipeline!.id);
  await app.sql(
    `insert into ci_jobs (project_id, pipeline_id, name, stage, stage_position, status, user_id, token_digest)
     values ($1, $2, 'publish', 'deploy', 0, 'running', $3, $4)`,
    [id, pipelineId, owner.id, createHash('sha256').update(token).digest()],
  );
  return { token, pipelineId };
}

const addressOf = (path: string) => `${app.url}/api/v4/${path}`;

/** Sends the piece that many times without a length; answers the status. */
function sendChunked(path: string, piece: Buffer, times: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(addressOf(path), { method: 'PUT', headers: { 'PRIVATE-TOKEN': owner.token } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    Array.from({ length: times }).forEach(() => sent.write(piece));
    sent.end();
  });
}

/** Announces more bytes than it sends, then closes the connection. */
function breakUpload(path: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'PRIVATE-TOKEN': owner.token, 'Content-Length': '1000000' };
    const sent = request(addressOf(path), { method: 'PUT', headers });
    sent.on('error', () => {
      resolve();
    });
    sent.write(Buffer.alloc(500_000), () => {
      setTimeout(() => sent.destroy(), 100);
    });
    sent.on('close', () => {
      resolve();
    });
  });
}
