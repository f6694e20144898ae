import { createHash } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { BlobLinksService } from '../../../src/modules/registry/blobs/blob-links.service.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { anImage, digestOf, pushBlob, pushImage, putManifest, someBytes } from '../../builders/images.js';
import type { Algorithm } from '../../builders/images.js';
import { aMemberOf, anonymousRegistry, aRegistryProject, registryAs } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { ADMIN_TOKEN, freePort, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { head, sendRaw } from '../../support/raw-http.js';
import type { OciAnswer } from '../../support/registry-client.js';
import { RegistryClient } from '../../support/registry-client.js';
import { aDataDir, startService } from '../../support/service.js';
import { GUEST, REPORTER } from '../../support/levels.js';
import { until } from '../../support/until.js';

let app: TestApp;
let fixture: RegistryProject;
let name: string;
let client: RegistryClient;
beforeAll(async () => {
  app = await startApp();
  fixture = await aRegistryProject(app);
  name = `${fixture.path}/app`;
  client = fixture.registry;
});
afterAll(() => app.close());

const codeOf = ({ body }: OciAnswer) => body.errors?.[0]?.code;
const chunkHeaders = (start: number, end: number) => ({ 'content-range': `${start}-${end}` });

async function anUpload(repository = name): Promise<string> {
  const answer = await client.post(`${repository}/blobs/uploads/`);
  expect(answer.status).toBe(202);
  return String(answer.headers.location);
}

async function isStored(digest: string, repository = name): Promise<boolean> {
  return (await client.head(`${repository}/blobs/${digest}`)).status === 200;
}

/** Objects of the store that neither a blob nor a session accounts for. */
async function orphans(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, uploadRef } of app.app.get(BlobStore).keys(new Date(Date.now() + 60_000))) {
    const rows = await app.sql(
      `select 1 from container_blobs where store_key = $1 union all select 1 from container_uploads where store_ref = $2`,
      [key, uploadRef],
    );
    if (rows.length === 0) {
      found.push(key);
    }
  }
  return found;
}

describe('POST /v2/:name/blobs/uploads/', () => {
  it('starts a session', async () => {
    const answer = await client.post(`${name}/blobs/uploads/`);

    expect(answer.status).toBe(202);
    const id = answer.headers['docker-upload-uuid'];
    expect(answer.headers).toMatchObject({
      location: `${app.url}/v2/${name}/blobs/uploads/${String(id)}`,
      range: '0-0',
      'content-length': '0',
    });
  });

  it.each<Algorithm>(['sha256', 'sha512'])('takes a whole blob with its %s digest', async (algorithm) => {
    const bytes = someBytes();
    const digest = digestOf(bytes, algorithm);

    const answer = await client.post(`${name}/blobs/uploads/?digest=${encodeURIComponent(digest)}`, { body: bytes });

    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({
      location: `${app.url}/v2/${name}/blobs/${digest}`,
      'docker-content-digest': digest,
    });
    expect((await client.get(String(answer.headers.location))).bytes).toEqual(bytes);
  });

  it('stores nothing under a wrong or malformed digest', async () => {
    const digest = digestOf(someBytes());

    for (const wrong of [digest, 'sha256:short', 'md5:0123', '']) {
      const answer = await client.post(`${name}/blobs/uploads/?digest=${wrong}`, { body: 'something else' });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'DIGEST_INVALID']);
    }
    expect(await isStored(digest)).toBe(false);
    expect(await orphans()).toEqual([]);
  });

  it('keeps the bytes when the answer to its commit is lost', async () => {
    const links = app.app.get(BlobLinksService, { strict: false });
    const add = links.addContent.bind(links);
    const lost = jest.spyOn(links, 'addContent').mockImplementationOnce(async (...given) => {
      await add(...given);
      throw new Error('Connection terminated unexpectedly');
    });
    const content = someBytes(100_000);

    const answer = await client.post(`${name}/blobs/uploads/?digest=${digestOf(content)}`, { body: content });
    lost.mockRestore();

    expect([answer.status, codeOf(answer)]).toEqual([503, 'UNAVAILABLE']);
    expect((await client.get(`${name}/blobs/${digestOf(content)}`)).bytes.equals(content)).toBe(true);
  });

  it('takes an empty blob', async () => {
    const digest = await pushBlob(client, name, Buffer.alloc(0));

    const answer = await client.get(`${name}/blobs/${digest}`);
    expect([answer.status, answer.headers['content-length'], answer.bytes.length]).toEqual([200, '0', 0]);
  });
});

describe('PATCH, PUT, GET and DELETE /v2/:name/blobs/uploads/:session', () => {
  it('take the whole blob with the last request', async () => {
    const bytes = someBytes();
    const location = await anUpload();

    const answer = await client.put(`${location}?digest=${digestOf(bytes)}`, { body: bytes });

    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({
      location: `${app.url}/v2/${name}/blobs/${digestOf(bytes)}`,
      'docker-content-digest': digestOf(bytes),
      'content-length': '0',
    });
    expect((await client.get(location)).status).toBe(404);
  });

  it.each<Algorithm>(['sha256', 'sha512'])(
    'take chunks in order and answer how far the upload is (%s)',
    async (algorithm) => {
      const bytes = someBytes(3000);
      const location = await anUpload();

      const first = await client.patch(location, { body: bytes.subarray(0, 1000), headers: chunkHeaders(0, 999) });
      const asked = await client.get(location);
      const second = await client.patch(location, {
        body: bytes.subarray(1000, 2000),
        headers: { 'content-range': 'bytes 1000-1999/*' },
      });
      const last = await client.put(`${location}?digest=${digestOf(bytes, algorithm)}`, {
        body: bytes.subarray(2000),
        headers: chunkHeaders(2000, 2999),
      });

      expect(first.status).toBe(202);
      expect(first.headers).toMatchObject({
        location,
        range: '0-999',
        'docker-upload-uuid': location.split('/').at(-1),
      });
      expect(asked.status).toBe(204);
      expect(asked.headers).toMatchObject({
        location,
        range: '0-999',
        'docker-upload-uuid': location.split('/').at(-1),
      });
      expect([second.headers.range, last.status]).toEqual(['0-1999', 201]);
      expect((await client.get(`${name}/blobs/${digestOf(bytes, algorithm)}`)).bytes).toEqual(bytes);
    },
  );

  it('append a body without Content-Range, chunked or not, as docker streams', async () => {
    const bytes = someBytes(200_000);
    const location = await anUpload();

    const streamed = await client.patch(location, { body: Readable.from([bytes.subarray(0, 150_000)]) });
    const appended = await client.patch(location, { body: bytes.subarray(150_000) });

    expect([streamed.headers.range, appended.headers.range]).toEqual(['0-149999', '0-199999']);
    expect((await client.put(`${location}?digest=${digestOf(bytes)}`)).status).toBe(201);
  });

  it('accept the path of the location with parameters that a client adds', async () => {
    const bytes = someBytes();
    const path = new URL(await anUpload()).pathname;

    expect((await client.patch(`${path}?_state=abc`, { body: bytes })).status).toBe(202);
    expect((await client.put(`${path}?_state=abc&digest=${digestOf(bytes)}&x=1`)).status).toBe(201);
  });

  it.each([
    ['a gap', 2000, 2999],
    ['an overlap', 500, 1499],
    ['a repeat', 0, 999],
  ])('refuse %s and take nothing', async (_what, start, end) => {
    const bytes = someBytes(2000);
    const location = await anUpload();
    await client.patch(location, { body: bytes.subarray(0, 1000), headers: chunkHeaders(0, 999) });

    for (const verb of ['PATCH', 'PUT']) {
      const path = verb === 'PUT' ? `${location}?digest=${digestOf(bytes)}` : location;
      const answer = await client.send(verb, path, { body: someBytes(1000), headers: chunkHeaders(start, end) });
      expect([answer.status, codeOf(answer)]).toEqual([416, 'RANGE_INVALID']);
      expect(answer.headers).toMatchObject({ location, range: '0-999' });
    }
    expect((await client.get(location)).headers.range).toBe('0-999');
    const last = { body: bytes.subarray(1000), headers: chunkHeaders(1000, 1999) };
    expect((await client.put(`${location}?digest=${digestOf(bytes)}`, last)).status).toBe(201);
  });

  it('refuse a body whose length is not that of its range, announced or not', async () => {
    const location = await anUpload();

    for (const body of [someBytes(999), someBytes(1001)]) {
      for (const sent of [body, Readable.from([body])]) {
        const answer = await client.patch(location, { body: sent, headers: chunkHeaders(0, 999) });
        expect([answer.status, codeOf(answer)]).toEqual([400, 'SIZE_INVALID']);
      }
    }
    expect((await client.patch(location, { body: 'x', headers: { 'content-range': '9-0' } })).status).toBe(400);
    expect((await client.get(location)).headers.range).toBe('0-0');
  });

  it('leave the connection to the next request when a body is refused in the middle', async () => {
    const { pathname } = new URL(await anUpload());
    const host = { Host: 'anything.invalid', Authorization: `Bearer ${await client.token(`repository:${name}:push`)}` };
    const size = 3_000_000;
    const chunked = { ...chunkHeaders(0, 9), 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' };
    const answer = await sendRaw(
      client.url,
      Buffer.concat([
        Buffer.from(`${head('PATCH', pathname, { ...host, ...chunked })}${size.toString(16)}\r\n`),
        someBytes(size),
        Buffer.from(`\r\n0\r\n\r\n${head('GET', '/v2/', host)}`),
      ]),
    );

    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/SIZE_INVALID.*HTTP\/1\.1 200 OK/s);
  });

  it('keep the session open at its offset when the digest is missing', async () => {
    const bytes = someBytes();
    const location = await anUpload();
    await client.patch(location, { body: bytes });

    const answer = await client.put(location);

    expect([answer.status, codeOf(answer)]).toEqual([400, 'DIGEST_INVALID']);
    expect((await client.get(location)).headers.range).toBe('0-1023');
    expect((await client.put(`${location}?digest=${digestOf(bytes)}`)).status).toBe(201);
  });

  it('drop the session when the digest is wrong', async () => {
    const location = await anUpload();
    await client.patch(location, { body: someBytes() });
    const wrong = digestOf('something else');

    const answer = await client.put(`${location}?digest=${wrong}`, { body: someBytes() });

    expect([answer.status, codeOf(answer)]).toEqual([400, 'DIGEST_INVALID']);
    expect((await client.get(location)).status).toBe(404);
    expect(await isStored(wrong)).toBe(false);
    expect((await orphans()).length).toBe(0);
  });

  it('answer 404 under another name, after the end, and for an unknown session', async () => {
    const location = await anUpload();
    const id = location.split('/').at(-1)!;

    for (const path of [
      `${fixture.path}/blobs/uploads/${id}`,
      `${name}/blobs/uploads/00000000-0000-4000-8000-000000000000`,
      `${name}/blobs/uploads/nonsense`,
      `${name}/blobs/uploads/${id}x`,
    ]) {
      for (const verb of ['GET', 'PATCH', 'PUT', 'DELETE']) {
        const answer = await client.send(verb, path);
        expect([answer.status, verb, codeOf(answer)]).toEqual([
          404,
          verb,
          verb === 'HEAD' ? undefined : 'BLOB_UPLOAD_UNKNOWN',
        ]);
      }
    }
  });

  it('cancel the session, once', async () => {
    const location = await anUpload();
    await client.patch(location, { body: someBytes() });

    expect((await client.delete(location)).status).toBe(204);
    expect((await client.delete(location)).status).toBe(404);
    expect((await client.patch(location, { body: 'x' })).status).toBe(404);
    expect(await orphans()).toEqual([]);
  });

  it('answer 404 to the request that finishes the upload while it is canceled', async () => {
    const bytes = someBytes();
    const location = await anUpload();
    await client.patch(location, { body: bytes });
    const store = app.app.get(BlobStore);
    const finish = store.finish.bind(store);
    const spy = jest.spyOn(store, 'finish').mockImplementationOnce(async (...args: Parameters<typeof finish>) => {
      expect((await client.delete(location)).status).toBe(204);
      return finish(...args);
    });

    const answer = await client.put(`${location}?digest=${digestOf(bytes)}`);
    spy.mockRestore();

    expect([answer.status, codeOf(answer)]).toEqual([404, 'BLOB_UPLOAD_UNKNOWN']);
    expect(await orphans()).toEqual([]);
  });

  it('drop the part of a body whose connection broke', async () => {
    const bytes = someBytes(5000);
    const location = await anUpload();
    await client.patch(location, { body: bytes.subarray(0, 1000) });
    const token = await client.token(`repository:${name}:pull,push`);

    await brokenPatch(location, token, bytes.subarray(1000, 3000));
    const range = await settledRange(location);

    expect(range).toBe('0-999');
    expect(
      (await client.patch(location, { body: bytes.subarray(1000), headers: chunkHeaders(1000, 4999) })).status,
    ).toBe(202);
    expect((await client.put(`${location}?digest=${digestOf(bytes)}`)).status).toBe(201);
  });
});

/** Announces more than it sends, then goes away. */
async function brokenPatch(location: string, token: string, bytes: Buffer): Promise<void> {
  const { hostname, port, pathname } = new URL(location);
  const sent = request({
    hostname,
    port,
    path: pathname,
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-length': bytes.length * 2 },
  });
  sent.on('error', () => undefined);
  sent.write(bytes);
  await until(() => isWritten(location));
  await new Promise((resolve) => setTimeout(resolve, 200)); // for what it has sent to arrive
  sent.destroy();
}

/** Whether somebody writes to the session. */
async function isWritten(location: string): Promise<boolean> {
  const id = location.split('/').at(-1);
  return (await app.sql('select 1 from container_uploads where id = $1 and writer is not null', [id])).length > 0;
}

/** Waits until the broken writer has let go of the session. */
async function settledRange(location: string): Promise<string | undefined> {
  await until(async () => !(await isWritten(location)));
  return (await client.get(location)).headers.range?.toString();
}

describe('PATCH and PUT /v2/:name/blobs/uploads/:session by many at once', () => {
  it('take one of several chunks for the same offset', async () => {
    const location = await anUpload();
    const bodies = Array.from({ length: 6 }, () => someBytes(50_000));

    const answers = await Promise.all(
      bodies.map((body) => client.patch(location, { body, headers: chunkHeaders(0, 49_999) })),
    );

    const taken = answers.filter(({ status }) => status === 202);
    expect(taken).toHaveLength(1);
    expect(answers.every(({ status }) => [202, 409, 416].includes(status))).toBe(true);
    const winner = bodies[answers.findIndex(({ status }) => status === 202)]!;
    expect((await client.put(`${location}?digest=${digestOf(winner)}`)).status).toBe(201);
  });

  it('answer 409 to a second writer while the first still sends', async () => {
    const location = await anUpload();
    const slow = new Readable({ read: () => undefined });
    slow.push('first');
    const first = client.patch(location, { body: slow });
    await until(() => isWritten(location));

    const second = await client.patch(location, { body: 'second' });
    const finishing = await client.put(`${location}?digest=${digestOf('second')}`, { body: 'second' });
    slow.push(null);

    expect([second.status, codeOf(second)]).toEqual([409, 'BLOB_UPLOAD_INVALID']);
    expect(finishing.status).toBe(409);
    expect((await first).headers.range).toBe('0-4');
    expect((await client.put(`${location}?digest=${digestOf('first')}`)).status).toBe(201);
  });

  it('are one at a time in several processes, and continue from each other', async () => {
    const secondInstance = await app.secondInstance();
    const location = await anUpload();
    const there = (path: string) => path.replace(app.url, secondInstance.url);
    const bytes = someBytes(150_000);
    const token = await client.token(`repository:${name}:pull,push`);
    const elsewhere = new RegistryClient(secondInstance.url);
    const chunk = { body: bytes.subarray(0, 50_000), headers: chunkHeaders(0, 49_999), token };

    const answers = await Promise.all([client.patch(location, chunk), elsewhere.patch(there(location), chunk)]);
    const next = { body: bytes.subarray(50_000), headers: chunkHeaders(50_000, 149_999), token };
    const second = await elsewhere.patch(there(location), next);
    const finished = await client.put(`${location}?digest=${digestOf(bytes)}`);
    await secondInstance.close();

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect([second.headers.range, finished.status]).toEqual(['0-149999', 201]);
    expect((await client.get(`${name}/blobs/${digestOf(bytes)}`)).bytes.equals(bytes)).toBe(true);
  });

  it('store one blob for the same content', async () => {
    const bytes = someBytes(100_000);
    const digest = digestOf(bytes);
    const repositories = Array.from({ length: 8 }, (_, index) => `${fixture.path}/same${index % 3}`);

    const answers = await Promise.all(
      repositories.map(async (repository, index) =>
        index % 2 === 0
          ? client.post(`${repository}/blobs/uploads/?digest=${digest}`, { body: bytes })
          : client.put(`${await anUpload(repository)}?digest=${digest}`, { body: bytes }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(repositories.map(() => 201));
    expect(await app.sql('select 1 from container_blobs where digest = $1', [digest])).toHaveLength(1);
    expect(await orphans()).toEqual([]);
    for (const repository of repositories) {
      expect((await client.get(`${repository}/blobs/${digest}`)).bytes.equals(bytes)).toBe(true);
    }
  });

  it('leave a blob whole when a writer ends late that another had replaced', async () => {
    const content = someBytes(2000);
    const location = await anUpload();
    await client.patch(location, { body: content });
    const slow = new Readable({ read: () => undefined });
    slow.push('more');
    const late = client.put(`${location}?digest=${digestOf('other content')}`, { body: slow });
    await until(() => isWritten(location));
    await app.sql("update container_uploads set writer_until = now() - interval '1 second'"); // its process stood still

    expect((await client.put(`${location}?digest=${digestOf(content)}`)).status).toBe(201);
    slow.push(null);

    const refused = await late;

    expect((await client.get(`${name}/blobs/${digestOf(content)}`)).bytes).toEqual(content);
    expect(codeOf(refused)).toBe('BLOB_UPLOAD_UNKNOWN');
  });
});

describe('POST /v2/:name/blobs/uploads/?mount=', () => {
  const mount = (repository: string, digest: string, from?: string, extra = {}) =>
    client.post(`${repository}/blobs/uploads/?mount=${digest}${from === undefined ? '' : `&from=${from}`}`, extra);

  it('links a blob of another repository that the token may pull from', async () => {
    const other = await aRegistryProject(app);
    const bytes = someBytes();
    const digest = await pushBlob(other.registry, `${other.path}/lib`, bytes);
    await other.owner.api.post(`projects/${other.project.id}/members`, {
      user_id: fixture.owner.id,
      access_level: REPORTER,
    });

    const answer = await mount(`${fixture.path}/mounted`, digest, `${other.path}/lib`);

    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({
      location: `${app.url}/v2/${fixture.path}/mounted/blobs/${digest}`,
      'docker-content-digest': digest,
    });
    expect((await client.get(`${fixture.path}/mounted/blobs/${digest}`)).bytes).toEqual(bytes);
  });

  it('starts a session when the blob is missing, the source is hidden, or the token does not name it', async () => {
    const hidden = await aRegistryProject(app);
    const digest = await pushBlob(hidden.registry, hidden.path, someBytes());
    const open = await aRegistryProject(app, { visibility: 'public' });
    const openDigest = await pushBlob(open.registry, open.path, someBytes());
    const pushOnly = await client.token(`repository:${name}:pull,push`);

    const answers = [
      await mount(name, digestOf('never pushed'), name),
      await mount(name, digest, hidden.path),
      await mount(name, digest, 'no/such/image'),
      await mount(name, digest, 'NOT%20a%20name'),
      await mount(name, openDigest, open.path, { token: pushOnly }),
      await mount(name, digest),
    ];

    for (const answer of answers) {
      expect(answer.status).toBe(202);
      expect(answer.headers['docker-upload-uuid']).toBeTruthy();
    }
    expect(await isStored(digest)).toBe(false);
    expect((await mount(name, openDigest, open.path)).status).toBe(201);
  });

  it('without a source tries the other repositories of the project', async () => {
    const digest = await pushBlob(client, `${fixture.path}/elsewhere`, someBytes());

    expect(await isStored(digest)).toBe(false);
    expect((await mount(name, digest)).status).toBe(201);
    expect(await isStored(digest)).toBe(true);
  });

  it('refuses a malformed digest', async () => {
    expect(codeOf(await mount(name, 'sha256:zz', name))).toBe('DIGEST_INVALID');
  });
});

describe('GET, HEAD and DELETE /v2/:name/blobs/:digest', () => {
  it('answer only where the blob is linked', async () => {
    const digest = await pushBlob(client, name, someBytes());
    const other = await aRegistryProject(app);

    expect(codeOf(await other.registry.get(`${other.path}/blobs/${digest}`))).toBe('BLOB_UNKNOWN');
    expect(codeOf(await client.get(`${fixture.path}/blobs/${digest}`))).toBe('BLOB_UNKNOWN');
    expect((await client.get(`${name}/blobs/${digest}`)).status).toBe(200);
  });

  it('send digest, length, type and ETag', async () => {
    const bytes = someBytes(2048);
    const digest = await pushBlob(client, name, bytes);
    const expected = {
      'docker-content-digest': digest,
      'content-length': '2048',
      'content-type': 'application/octet-stream',
      etag: `"${digest}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=31536000',
    };

    const got = await client.get(`${name}/blobs/${digest}`);
    const head = await client.head(`${name}/blobs/${digest}`);

    expect(got.headers).toMatchObject(expected);
    expect(got.bytes).toEqual(bytes);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject(expected);
    const known = await client.get(`${name}/blobs/${digest}`, { headers: { 'if-none-match': `"${digest}"` } });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
  });

  it.each([
    ['bytes=500-1499', 500, 1499],
    ['bytes=500-', 500, 2047],
    ['bytes=-500', 1548, 2047],
    ['bytes=2000-5000', 2000, 2047],
    ['bytes=0-0', 0, 0],
  ])('send the part %s', async (range, start, end) => {
    const bytes = someBytes(2048);
    const digest = await pushBlob(client, name, bytes);

    const answer = await client.get(`${name}/blobs/${digest}`, { headers: { range } });

    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/2048`,
      'content-length': String(end - start + 1),
    });
    expect(answer.bytes).toEqual(bytes.subarray(start, end + 1));
  });

  it('answer 416 outside, and the whole for several ranges and for a condition that does not hold', async () => {
    const bytes = someBytes(2048);
    const digest = await pushBlob(client, name, bytes);
    const get = (headers: Record<string, string>) => client.get(`${name}/blobs/${digest}`, { headers });

    for (const range of ['bytes=5000-10000', 'bytes=2048-', 'bytes=500-0']) {
      const answer = await get({ range });
      expect([answer.status, codeOf(answer), answer.headers['content-range']]).toEqual([
        416,
        'RANGE_INVALID',
        'bytes */2048',
      ]);
    }
    expect((await get({ range: 'bytes=0-1,5-6' })).bytes).toEqual(bytes);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-1', 'if-range': `"${digest}"` })).status).toBe(206);
  });

  it('answer 400 to what is no digest and 404 to an unknown blob', async () => {
    expect(codeOf(await client.get(`${name}/blobs/sha256:xyz`))).toBe('DIGEST_INVALID');
    expect(codeOf(await client.get(`${name}/blobs/latest`))).toBe('DIGEST_INVALID');
    expect(codeOf(await client.get(`${name}/blobs/${digestOf('nothing')}`))).toBe('BLOB_UNKNOWN');
    expect(codeOf(await client.get(`${fixture.path}/never/blobs/${digestOf('nothing')}`))).toBe('BLOB_UNKNOWN');
  });

  it('unlink it from one repository unless a manifest there needs it', async () => {
    const bytes = someBytes();
    const digest = await pushBlob(client, name, bytes);
    await pushBlob(client, `${fixture.path}/kept`, bytes);
    const used = await pushImage(client, name, 'uses');
    const usedDigest = digestOf(used.blobs[0]!);

    expect((await client.delete(`${name}/blobs/${digest}`)).status).toBe(202);
    expect(codeOf(await client.delete(`${name}/blobs/${digest}`))).toBe('BLOB_UNKNOWN');
    expect(await isStored(digest, `${fixture.path}/kept`)).toBe(true);
    const refused = await client.delete(`${name}/blobs/${usedDigest}`);
    expect([refused.status, codeOf(refused)]).toEqual([405, 'UNSUPPORTED']);
    await client.delete(`${name}/manifests/${used.digest}`);
    expect((await client.delete(`${name}/blobs/${usedDigest}`)).status).toBe(202);
    const events = await fixture.owner.api.get(`projects/${fixture.project.id}/audit_events`);
    expect(events.body[0].details).toMatchObject({
      custom_message: 'Image blob unlinked',
      target_details: `${name}@${usedDigest}`,
    });
  });

  it('do not make a repository visible that has blobs alone', async () => {
    const secret = `${fixture.path}/unseen`;
    await pushBlob(client, secret, someBytes());

    expect(codeOf(await client.get(`${secret}/tags/list`))).toBe('NAME_UNKNOWN');
    expect((await putManifest(client, secret, 'x', { ...anImage(), bytes: Buffer.from('{}') })).status).toBe(400);
    expect(codeOf(await client.get(`${secret}/tags/list`))).toBe('NAME_UNKNOWN');
    const { body } = await fixture.owner.api.get(`projects/${fixture.project.id}/registry/repositories`);
    expect(body.map(({ path }: { path: string }) => path)).not.toContain(secret);
  });

  it('return blobs larger than a few chunks unchanged', async () => {
    const bytes = someBytes(5 * 1024 * 1024 + 7);
    const location = await anUpload();
    await client.patch(location, { body: Readable.from([bytes.subarray(0, 3_000_000), bytes.subarray(3_000_000)]) });
    await client.put(`${location}?digest=${digestOf(bytes)}`);

    const { bytes: back } = await client.get(`${name}/blobs/${digestOf(bytes)}`);

    expect(createHash('sha256').update(back).digest('hex')).toBe(digestOf(bytes).slice(7));
  });
});

describe('GET /v2/:name/blobs/:digest of a large blob', () => {
  const bytes = someBytes(20 * 1024 * 1024);
  const digest = digestOf(bytes);
  let authorization: string;
  beforeAll(async () => {
    await pushBlob(client, name, bytes);
    authorization = `Bearer ${await client.token(`repository:${name}:pull`)}`;
  });

  /** Files of the blob store that this process holds open. */
  const openFiles = async (): Promise<string[]> => {
    const descriptors = await readdir('/proc/self/fd');
    const files = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return files.filter((file) => file.includes('/blobs/objects/'));
  };

  it('leaves no file open when clients go away in the middle', async () => {
    await Promise.all(
      Array.from(
        { length: 5 },
        () =>
          new Promise<void>((resolve, reject) => {
            const path = `${app.url}/v2/${name}/blobs/${digest}`;
            const sent = request(path, { headers: { authorization } }, (answer) => {
              answer.once('data', () => {
                answer.destroy();
                resolve();
              });
            });
            sent.on('error', reject);
            sent.end();
          }),
      ),
    );

    expect(await until(async () => (await openFiles()).length === 0)).toBe(true);
  });

  it('sends all of it to each of several clients, slow ones too', async () => {
    const read = (pauseMs: number) =>
      new Promise<string>((resolve, reject) => {
        const hash = createHash('sha256');
        const sent = request(`${app.url}/v2/${name}/blobs/${digest}`, { headers: { authorization } }, (answer) => {
          (async () => {
            for await (const chunk of answer) {
              hash.update(chunk as Buffer);
              await new Promise((done) => setTimeout(done, pauseMs));
            }
            resolve(`sha256:${hash.digest('hex')}`);
          })().catch(reject);
        });
        sent.on('error', reject);
        sent.end();
      });

    expect(new Set(await Promise.all([0, 0, 1, 2].map(read)))).toEqual(new Set([digest]));
  });
});

describe('POST /v2/:name/blobs/uploads/ by role', () => {
  it('is refused below Developer and without a token', async () => {
    const guest = registryAs(app, await aMemberOf(app, fixture, GUEST));
    const token = await guest.token(`repository:${name}:pull,push`);

    expect((await guest.post(`${name}/blobs/uploads/`, { token })).status).toBe(401);
    expect((await anonymousRegistry(app).post(`${name}/blobs/uploads/`, { token: null })).status).toBe(401);
  });
});

describe('PATCH /v2/:name/blobs/uploads/:session after kill -9', () => {
  it('continues at its offset', async () => {
    const dir = await aDataDir();
    const env = { DATA_DIR: dir.path, PORT: String(await freePort()) };
    const first = await startService(env);
    const before = new RegistryClient(first.url, { username: 'root', secret: ADMIN_TOKEN });
    await first.admin.post('projects', { path: 'kept' });
    const bytes = someBytes(300_000);
    const location = String((await before.post('root/kept/blobs/uploads/')).headers.location);
    await before.patch(location, { body: bytes.subarray(0, 100_000) });
    await first.end('SIGKILL');

    const second = await startService(env);
    const after = new RegistryClient(second.url, { username: 'root', secret: ADMIN_TOKEN });
    const asked = await after.get(location);
    const more = await after.patch(location, {
      body: bytes.subarray(100_000),
      headers: chunkHeaders(100_000, 299_999),
    });
    const finished = await after.put(`${location}?digest=${digestOf(bytes)}`);
    const back = await after.get(`root/kept/blobs/${digestOf(bytes)}`);
    await second.end('SIGTERM');
    await dir.remove();

    expect([asked.headers.range, more.status, finished.status]).toEqual(['0-99999', 202, 201]);
    expect(back.bytes.equals(bytes)).toBe(true);
  }, 240_000);
});
