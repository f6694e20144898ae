import type { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { openBlobStore } from '../../../src/platform/blob/open-blob-store.js';
import { someBytes } from '../../builders/images.js';
import { MIB, contentOf, inChunks, listed } from '../../support/blob-bytes.js';
import { S3Server } from '../../support/s3-server.js';

const FUTURE = new Date('2999-01-01');
const PAGE = '<html>Sign in to the network</html>';
const UNPROMISED = 'object storage answered 200 without what it promised';
const UNASKED = 'without the range or length it was asked for';

let server: S3Server;
let store: BlobStore;
beforeEach(async () => {
  server = await S3Server.start();
  store = await openBlobStore({ ...server.settings('blobs'), timing: { firstRetryMs: 1, attempts: 2 } });
});
afterEach(() => server.stop());

describe('a write', () => {
  it.each([
    ['one request', 'PUT object', 1000, PAGE],
    ['many parts', 'POST multipart', 20 * MIB, PAGE],
    ['many parts, as an error that does not end as one', 'POST multipart', 20 * MIB, '<Error><Code>X</Code></Error>\n'],
  ])('of %s counts only when the storage says so', async (_what, operation, size, text) => {
    server.inject({ kind: 'text', operation, text });

    await expect(store.put(inChunks(someBytes(size)), [])).rejects.toThrow(UNPROMISED);

    expect(server.files.objects.size + server.files.multiparts.size).toBe(0);
  });
});

describe('a read', () => {
  const content = someBytes(3 * MIB);
  let key: string;
  beforeEach(async () => {
    key = (await store.put([content], [])).key;
  });
  const answers = (text: string, range: string) => {
    server.inject({
      kind: 'text',
      operation: 'GET object',
      status: 206,
      text,
      headers: { 'content-length': String(text.length), 'content-range': range },
    });
  };

  it.each([
    ['other bytes', 'abcde', `bytes 0-4/${3 * MIB}`],
    ['more bytes', 'abcdefgh', `bytes 5-12/${3 * MIB}`],
    ['fewer bytes', 'abc', `bytes 5-7/${3 * MIB}`],
    ['bytes of nowhere', 'abcde', 'words'],
  ])('of a range takes no %s', async (_what, text, range) => {
    answers(text, range);

    await expect(contentOf(store, key, { start: 5, end: 9 })).rejects.toThrow(UNASKED);
  });

  it.each([
    ['other bytes of it', `bytes 0-4/${3 * MIB}`],
    ['another object', 'bytes 1000-1004/1005'],
  ])('that breaks off does not end with %s', async (_what, range) => {
    server.inject({ kind: 'cut-answer', operation: 'GET object', afterBytes: 1000 });
    answers('abcde', range);

    await expect(contentOf(store, key)).rejects.toThrow(UNASKED);
  });
});

describe('a list', () => {
  const found = () => listed(store.keys(FUTURE));
  const answers = (text: string, times = 1) => {
    server.inject({ kind: 'text', operation: 'GET list', text, times });
  };

  it.each([
    ['is a page', PAGE],
    ['is empty', ''],
    ['tells of a next page, and not where', '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'],
  ])('that %s is no end of it', async (_what, text) => {
    answers(text);

    await expect(found()).rejects.toThrow(UNPROMISED);
  });

  it('that leads to the same page ends', async () => {
    const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken>';
    answers(`<ListBucketResult>${next}</ListBucketResult>`, 100);

    await expect(found()).rejects.toThrow('object storage answered 200 with the same page again to a list');
    expect(server.calls).toEqual(['GET list', 'GET list']);
  });

  it('of unfinished uploads that leads to the same page ends', async () => {
    const next = '<NextKeyMarker>key</NextKeyMarker><NextUploadIdMarker>id</NextUploadIdMarker>';
    const text = `<ListMultipartUploadsResult><IsTruncated>true</IsTruncated>${next}</ListMultipartUploadsResult>`;
    server.inject({ kind: 'text', operation: 'GET multiparts', text, times: 100 });

    await expect(store.clearLeftovers(FUTURE)).rejects.toThrow('with the same page again');
  });
});

it('an error of any length is read to its limit alone', async () => {
  const message = 'x'.repeat(40 * MIB);
  server.inject({ kind: 'text', operation: 'PUT object', status: 403, text: `<Error><Message>${message}` });

  await expect(store.put([Buffer.from('x')], [])).rejects.toThrow(
    new Error('object storage answered 403 to PutObject'),
  );
});

it('that sends elsewhere is away', async () => {
  server.inject({ kind: 'text', operation: 'PUT object', status: 302, headers: { location: 'http://127.0.0.1/' } });

  await expect(store.put([Buffer.from('x')], [])).rejects.toMatchObject({ isAway: true });
});
