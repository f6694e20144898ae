import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { openBlobStore } from '../../../src/platform/blob/open-blob-store.js';
import { openS3Bucket } from '../../../src/platform/blob/s3/s3-bucket.js';
import type { S3Bucket } from '../../../src/platform/blob/s3/s3-bucket.js';
import { S3Multipart } from '../../../src/platform/blob/s3/s3-multipart.js';
import { parseS3Url } from '../../../src/platform/blob/s3/s3-url.js';
import type { S3Fault } from '../../support/s3-server-faults.js';
import type { S3ServerOptions } from '../../support/s3-server.js';
import { S3Server } from '../../support/s3-server.js';
import { someBytes } from '../../builders/images.js';
import { MIB, contentOf, digest, inChunks, listed } from '../../support/blob-bytes.js';

const FUTURE = new Date('2999-01-01');
/** Long enough for the slowest machine: requests are counted. */
const TIMING = { firstRetryMs: 1, attempts: 4, idleMs: 30_000 };
const SHORT = { ...TIMING, idleMs: 1500 };
let server: S3Server;
let store: BlobStore;

async function start(options?: S3ServerOptions): Promise<void> {
  server = await S3Server.start(options);
  store = await storeWith(TIMING);
}

const storeWith = (timing: typeof TIMING): Promise<BlobStore> => openBlobStore({ ...server.settings('blobs'), timing });

function count(operation: string): number {
  return server.calls.filter((call) => call === operation).length;
}

afterEach(() => server.stop());

describe('S3Driver over a network that fails', () => {
  beforeEach(() => start());

  it.each<[string, S3Fault]>([
    ['a busy storage', { kind: 'status', status: 503 }],
    ['an error of the storage', { kind: 'status', status: 500 }],
    ['a proxy whose storage is away', { kind: 'proxy', status: 502 }],
    ['a limit of requests', { kind: 'status', status: 429 }],
    ['a connection cut on the way there', { kind: 'cut-request' }],
    ['a connection cut on the way back', { kind: 'lose-answer' }],
    ['silence', { kind: 'silence' }],
  ])('survives %s, whatever the operation', async (_description, fault) => {
    store = await storeWith(fault.kind === 'silence' ? SHORT : TIMING);
    const large = someBytes(9 * MIB);
    const operations = ['PUT object', 'POST begin', 'PUT part', 'PUT copy', 'POST multipart', 'HEAD object'];
    [...operations, 'DELETE object', 'GET list', 'GET multiparts'].forEach((operation) => {
      server.inject({ ...fault, operation, times: 1 });
    });

    const first = await store.append(store.beginUpload(), inChunks(large));
    const upload = await store.append(first, [Buffer.from('end')]);
    const stored = await store.finish(upload, ['sha256']);
    await store.settle(upload);
    const { key } = await store.put([Buffer.from('small')], []);
    await store.clearLeftovers(FUTURE);

    expect((await contentOf(store, key)).toString()).toBe('small');
    expect((await contentOf(store, stored.key)).equals(Buffer.concat([large, Buffer.from('end')]))).toBe(true);
    expect((await listed(store.keys(FUTURE))).map((entry) => entry.key).toSorted()).toEqual(
      [key, stored.key].toSorted(),
    );
    expect(server.files.multiparts.size).toBe(0);
    expect(count('PUT object')).toBeGreaterThan(2);
  });

  it('detects a join that failed after its status was sent', async () => {
    server.inject({ kind: 'late-error', operation: 'POST multipart', times: 2 });
    const content = someBytes(9 * MIB);

    const stored = await store.put(inChunks(content), ['sha256']);

    expect(count('POST multipart')).toBe(3);
    expect((await contentOf(store, stored.key)).equals(content)).toBe(true);
  });

  it('asks for the rest of an object when the connection breaks in the middle', async () => {
    const content = someBytes(3 * MIB);
    const { key } = await store.put([content], []);
    [0, 10, MIB, 100_000].forEach((afterBytes) => {
      server.inject({ kind: 'cut-answer', operation: 'GET object', afterBytes });
    });

    expect((await contentOf(store, key)).equals(content)).toBe(true);
    expect(count('GET object')).toBe(6); // four were cut, and the bytes are read twice;
  });

  it('asks for the rest of a range when the connection breaks in the middle', async () => {
    const content = someBytes(3 * MIB);
    const { key } = await store.put([content], []);
    server.inject({ kind: 'cut-answer', operation: 'GET object', afterBytes: 5, times: 2 });

    const range = await contentOf(store, key, { start: 100, end: 2 * MIB });

    expect(range.equals(content.subarray(100, 2 * MIB + 1))).toBe(true);
  });

  it('breaks off a read that does not get on, instead of ending it early', async () => {
    const { key } = await store.put([someBytes(MIB)], []);
    server.inject({ kind: 'cut-answer', operation: 'GET object', afterBytes: 10, times: 1 });
    server.inject({ kind: 'cut-answer', operation: 'GET object', afterBytes: 0, times: 100 });

    await expect(contentOf(store, key)).rejects.toThrow('object storage broke off its answer again and again');
  });

  it('waits for a reader that is slower than the timeout of the storage', async () => {
    store = await storeWith(SHORT);
    const content = someBytes(12 * MIB);
    const { key } = await store.put(inChunks(content), []);

    const stream = await store.get(key);
    await once(stream, 'readable');
    await sleep(3 * SHORT.idleMs);

    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  it('fails after a few attempts and leaves nothing', async () => {
    server.inject({ kind: 'status', operation: 'PUT part', status: 503, times: 100 });

    await expect(store.put(inChunks(someBytes(20 * MIB)), [])).rejects.toThrow(
      'object storage answered 503 SlowDown to UploadPart',
    );

    expect(count('PUT part')).toBe(TIMING.attempts);
    expect(server.files.multiparts.size + server.files.objects.size).toBe(0);
  });

  it('does not try again what is refused', async () => {
    server.inject({ kind: 'status', operation: 'PUT object', status: 403 });

    await expect(store.put([Buffer.from('x')], [])).rejects.toThrow(
      'object storage answered 403 SlowDown to PutObject',
    );
    expect(count('PUT object')).toBe(1);
  });

  it('is not ready at the first failure', async () => {
    server.inject({ kind: 'status', operation: 'HEAD bucket', status: 503 });

    await expect(store.probe()).rejects.toThrow('object storage answered 503');
    await expect(store.probe()).resolves.toBeUndefined();
  });
});

describe('S3Driver and the requests that it sends', () => {
  it('finishes an upload of one part without any work', async () => {
    await start();
    const upload = await store.append(store.beginUpload(), inChunks(someBytes(20 * MIB)));
    server.calls.length = 0;

    await store.finish(upload, ['sha256']);
    await store.settle(upload);

    expect(server.calls).toEqual(['HEAD object']);
  });

  it('lets the storage copy large parts and reads only the small ones', async () => {
    await start();
    let upload = store.beginUpload();
    for (const size of [6 * MIB, 10, 11 * MIB]) {
      upload = await store.append(upload, [someBytes(size)]);
    }
    server.calls.length = 0;

    await store.finish(upload, ['sha256']);

    expect(server.calls.toSorted()).toEqual(
      [
        'POST begin',
        'PUT copy',
        'PUT copy',
        'GET object',
        'GET object',
        'PUT part',
        'POST multipart',
        'HEAD object',
      ].toSorted(),
    );
  });

  it('joins parts on a storage that cannot copy them', async () => {
    await start({ copiesParts: false });
    const contents = [someBytes(6 * MIB), someBytes(10), someBytes(6 * MIB)];
    let upload = store.beginUpload();
    for (const content of contents) {
      upload = await store.append(upload, [content]);
    }

    const stored = await store.finish(upload, ['sha256', 'md5']);

    expect(stored.digests.md5).toBe(digest(Buffer.concat(contents), 'md5'));
    expect(count('PUT copy')).toBe(1); // what a storage cannot do it will not do a moment later
    expect(server.files.multiparts.size).toBe(0);
  });

  it('does not touch what others keep in the bucket', async () => {
    await start();
    const otherStore = await openBlobStore({ ...server.settings('blobs-of-others'), timing: TIMING });
    const foreign = await otherStore.put([Buffer.from('foreign')], []);
    const [body] = [...server.files.objects.values()];
    server.files.objects.set('blobs/README.txt', body!);
    server.files.begin('blobs/README.txt');
    server.files.begin('other');
    const own = await store.put([Buffer.from('own')], []);

    expect((await listed(store.keys(FUTURE))).map(({ key }) => key)).toEqual([own.key]);
    expect(await store.clearLeftovers(FUTURE)).toBe(0);
    expect(await store.size(foreign.key)).toBeNull();
  });

  it.each([
    [{ secretAccessKey: 'not the secret' }, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
  ])('tells why it is refused, and no secret: %j', async (wrong, code) => {
    await start();
    const refused = await openBlobStore({ ...server.settings(), timing: TIMING, ...wrong });

    await expect(refused.put([Buffer.from('x')], [])).rejects.toThrow(
      new Error(`object storage answered 403 ${code} to PutObject`),
    );
    await expect(refused.probe()).rejects.toThrow('object storage answered 403 to HeadBucket');
  });

  it('corrects a clock that differs from that of the storage', async () => {
    await start({ aheadMs: 3_600_000 });

    const { key } = await store.put([Buffer.from('late')], []);

    expect((await contentOf(store, key)).toString()).toBe('late');
  });

  it('tells the status of a refusal that it cannot read', async () => {
    await start();
    server.inject({ kind: 'proxy', status: 413 });

    await expect(store.put([Buffer.from('x')], [])).rejects.toThrow(
      new Error('object storage answered 413 to PutObject'),
    );
  });

  it('is not ready when the connection is refused', async () => {
    await start();
    const endpoint = server.endpoint;
    await server.stop();
    server = await S3Server.start();
    const lonely = await openBlobStore({
      ...server.settings(),
      url: `s3://test-bucket?endpoint=${endpoint}`,
      timing: TIMING,
    });

    await expect(lonely.probe()).rejects.toThrow('object storage did not answer to HeadBucket: ECONNREFUSED');
  });

  it('finds prefixes with unusual characters', async () => {
    await start();
    const unusual = await openBlobStore({ ...server.settings("a!b/c*d'(e)_f.g"), timing: TIMING });

    const first = await unusual.append(unusual.beginUpload(), [someBytes(6 * MIB)]);
    const upload = await unusual.append(first, [someBytes(6 * MIB)]);
    const { key } = await unusual.finish(upload, []);
    await unusual.settle(upload);

    expect(await listed(unusual.keys(FUTURE))).toMatchObject([{ key }]);
    expect(await unusual.size(key)).toBe(12 * MIB);
  });
});

describe('S3Server, the object storage of the tests', () => {
  beforeEach(() => start());

  function aBucket(): S3Bucket {
    const { url, ...keys } = server.settings();
    return openS3Bucket(parseS3Url(url), TIMING, keys);
  }

  it('refuses what is not signed', async () => {
    const response = await fetch(`${server.endpoint}/${server.options.bucket}/name`, { method: 'PUT', body: 'x' });

    expect(response.status).toBe(403);
    expect(server.files.objects.size).toBe(0);
  });

  it('refuses a body that is not the signed one, and a header that is not signed', async () => {
    await store.put([Buffer.from('signed')], []);
    const { url, headers } = server.requests.at(-1)!;
    const { connection: _, ...signed } = headers as Record<string, string>;
    const send = (body: string, more = {}) =>
      fetch(`${server.endpoint}${url}`, { method: 'PUT', body, headers: { ...signed, ...more } });

    expect((await send('forged')).status).toBe(400);
    expect((await send('signed', { 'x-amz-copy-source': '/a/b' })).status).toBe(403);
    expect((await send('signed')).status).toBe(200);
  });

  it('refuses small parts before the last one, and parts it does not know', async () => {
    const small = await S3Multipart.begin(aBucket(), 'name');
    await small.put(1, [someBytes(5 * MIB - 1)]);
    await small.put(2, [someBytes(1)]);
    const none = await S3Multipart.begin(aBucket(), 'name');

    await expect(small.complete()).rejects.toThrow(
      'object storage answered 400 EntityTooSmall to CompleteMultipartUpload',
    );
    await expect(none.complete()).rejects.toThrow(
      'object storage answered 400 MalformedXML to CompleteMultipartUpload',
    );
    await small.put(1, [someBytes(5 * MIB)]);
    await expect(small.complete()).resolves.toBeUndefined();
  });
});
