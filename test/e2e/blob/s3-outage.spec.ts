import { truncate } from 'node:fs/promises';
import { digestOf, pushBlob, someBytes } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { S3Server } from '../../support/s3-server.js';

let bucket: S3Server;
let app: TestApp;
let fixture: RegistryProject;
let name: string;
beforeAll(async () => {
  bucket = await S3Server.start();
  const { url, accessKeyId, secretAccessKey } = bucket.settings();
  app = await startApp({
    env: { BLOB_STORE: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  });
  fixture = await aRegistryProject(app);
  name = `${fixture.path}/app`;
});
afterAll(async () => {
  await app.close();
  await bucket.stop();
});

const ATTEMPTS = 5;
const AWAY = { status: 503, headers: { 'retry-after': '5' } };

interface StoredRow {
  readonly store_key: string;
}

describe('object storage that answers 5xx', () => {
  it('makes a push 503 UNAVAILABLE, which clients repeat, and stores nothing', async () => {
    const content = someBytes(1000);
    bucket.inject({ kind: 'status', operation: 'PUT object', status: 500, times: ATTEMPTS });
    const upload = () => fixture.registry.post(`${name}/blobs/uploads/?digest=${digestOf(content)}`, { body: content });
    const refused = await upload();
    const stored = await fixture.registry.head(`${name}/blobs/${digestOf(content)}`);

    expect(refused).toMatchObject({ ...AWAY, body: { errors: [{ code: 'UNAVAILABLE' }] } });
    expect(stored.status).toBe(404);
    expect((await upload()).status).toBe(201);
  });

  it('makes a pull 503 UNAVAILABLE', async () => {
    const digest = await pushBlob(fixture.registry, name, someBytes(100_000));
    bucket.inject({ kind: 'status', operation: 'GET object', status: 503, times: ATTEMPTS });

    expect(await fixture.registry.get(`${name}/blobs/${digest}`)).toMatchObject({
      ...AWAY,
      body: { errors: [{ code: 'UNAVAILABLE' }] },
    });
  });

  it('makes an upload of a package 503', async () => {
    bucket.inject({ kind: 'status', operation: 'PUT object', status: 502, times: ATTEMPTS });

    expect(
      await app.admin.put(`projects/${fixture.project.id}/packages/generic/tool/1.0/tool.bin`, Buffer.from('x')),
    ).toMatchObject({
      status: 503,
      body: { message: '503 Service Unavailable' },
    });
  });
});

describe('object storage that takes no connections', () => {
  it('makes an upload of a package 503', async () => {
    await bucket.takeDown();
    const refused = await app.admin.put(`projects/${fixture.project.id}/packages/generic/tool/1.1/tool.bin`, {});
    await bucket.bringUp();

    expect(refused).toMatchObject({ status: 503, body: { message: '503 Service Unavailable' } });
  });
});

describe('object storage that refuses', () => {
  const push = (content: Buffer) =>
    fixture.registry.post(`${name}/blobs/uploads/?digest=${digestOf(content)}`, { body: content });

  it.each([
    [403, 'AccessDenied'],
    [403, 'InvalidAccessKeyId'],
    [401, 'Unauthorized'],
    [400, 'ExpiredToken'],
    [400, 'AuthorizationHeaderMalformed'],
    [301, 'PermanentRedirect'],
  ])('makes a push 503 UNAVAILABLE when it answers %d %s: no client is let in', async (status, code) => {
    const content = someBytes(500);
    bucket.inject({ kind: 'status', operation: 'PUT object', status, code });

    expect(await push(content)).toMatchObject({ ...AWAY, body: { errors: [{ code: 'UNAVAILABLE' }] } });
    expect((await push(content)).status).toBe(201);
  });

  it('makes a pull 503 UNAVAILABLE when it answers 403', async () => {
    const digest = await pushBlob(fixture.registry, name, someBytes(100_000));
    bucket.inject({ kind: 'status', operation: 'GET object', status: 403, code: 'AccessDenied' });

    expect(await fixture.registry.get(`${name}/blobs/${digest}`)).toMatchObject({
      ...AWAY,
      body: { errors: [{ code: 'UNAVAILABLE' }] },
    });
  });

  it('makes a push 500 UNKNOWN when it does not understand a request', async () => {
    bucket.inject({ kind: 'status', operation: 'PUT object', status: 400, code: 'InvalidArgument' });

    expect(await push(someBytes(500))).toMatchObject({
      status: 500,
      body: { errors: [{ code: 'UNKNOWN', message: '500 Internal Server Error' }] },
    });
  });
});

describe('object storage whose bucket is gone', () => {
  const GONE = { kind: 'status', status: 404, code: 'NoSuchBucket' } as const;

  it('makes a push 503 UNAVAILABLE', async () => {
    const content = someBytes(500);
    bucket.inject({ ...GONE, operation: 'PUT object' });

    expect(
      await fixture.registry.post(`${name}/blobs/uploads/?digest=${digestOf(content)}`, { body: content }),
    ).toMatchObject({ ...AWAY, body: { errors: [{ code: 'UNAVAILABLE' }] } });
  });

  it('makes a pull 503 UNAVAILABLE', async () => {
    const digest = await pushBlob(fixture.registry, name, someBytes(100_000));
    bucket.inject({ ...GONE, operation: 'GET object' });

    expect(await fixture.registry.get(`${name}/blobs/${digest}`)).toMatchObject({
      ...AWAY,
      body: { errors: [{ code: 'UNAVAILABLE', message: '503 Service Unavailable' }] },
    });
  });

  it('leaves an upload that can be finished once it is back', async () => {
    const content = someBytes(1000);
    const { headers } = await fixture.registry.post(`${name}/blobs/uploads/`);
    await fixture.registry.patch(String(headers.location), { body: content });
    const finish = () => fixture.registry.put(`${String(headers.location)}?digest=${digestOf(content)}`);
    bucket.inject({ ...GONE, operation: 'HEAD object' });

    expect((await finish()).status).toBe(503);
    expect((await finish()).status).toBe(201);
  });
});

describe('object storage that has lost an object', () => {
  const LOST = '503 Service Unavailable - The stored bytes are missing.';

  it('makes a pull 503 UNAVAILABLE', async () => {
    const digest = await pushBlob(fixture.registry, name, someBytes(100_000));
    const [row] = await app.sql<StoredRow>('select store_key from container_blobs where digest = $1', [digest]);
    await bucket.files.remove(row!.store_key);

    expect(await fixture.registry.get(`${name}/blobs/${digest}`)).toMatchObject({
      ...AWAY,
      body: { errors: [{ code: 'UNAVAILABLE', message: LOST }] },
    });
  });

  it('makes a download of a package 503', async () => {
    const file = `projects/${fixture.project.id}/packages/generic/lost/1.0/lost.bin`;
    const { body } = await app.admin.put(`${file}?select=package_file`, Buffer.from('lost bytes'));
    const [row] = await app.sql<StoredRow>(
      'select store_key from package_blobs b join package_files f on f.blob_id = b.id where f.id = $1',
      [body.id],
    );
    await bucket.files.remove(row!.store_key);

    expect(await app.admin.get(file)).toMatchObject({ status: 503, body: { message: LOST } });
  });
});

describe('object storage that has other bytes of an object than were stored', () => {
  const LOST = '503 Service Unavailable - The stored bytes are missing.';
  const resize = async (key: string, size: number) => {
    const object = bucket.files.object(key);
    await truncate(object.path, size);
    bucket.files.objects.set(key, { ...object, size });
  };

  it.each([99_999, 100_001])('makes a pull 503 UNAVAILABLE when %d of 100000 are left', async (left) => {
    const digest = await pushBlob(fixture.registry, name, someBytes(100_000));
    const [row] = await app.sql<StoredRow>('select store_key from container_blobs where digest = $1', [digest]);
    await resize(row!.store_key, left);
    const blob = `${name}/blobs/${digest}`;

    const answers = [
      await fixture.registry.get(blob),
      await fixture.registry.get(blob, { headers: { range: 'bytes=5-' } }),
    ];

    expect(answers).toEqual(
      Array(2).fill(
        expect.objectContaining({
          status: 503,
          body: { errors: [{ code: 'UNAVAILABLE', message: LOST, detail: null }] },
        }),
      ),
    );
  });

  it.each([1000, 100_000])('makes a download of a package of %d bytes 503', async (size) => {
    const file = `projects/${fixture.project.id}/packages/generic/short/1.${size}/short.bin`;
    const { body } = await app.admin.put(`${file}?select=package_file`, someBytes(size));
    const [row] = await app.sql<StoredRow>(
      'select store_key from package_blobs b join package_files f on f.blob_id = b.id where f.id = $1',
      [body.id],
    );
    await resize(row!.store_key, size / 2);

    expect(await app.admin.get(file)).toMatchObject({ status: 503, body: { message: LOST } });
  });
});
