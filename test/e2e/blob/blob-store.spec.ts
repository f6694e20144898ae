import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobMissingError, BlobRangeError, BlobTooLargeError } from '../../../src/platform/blob/blob-errors.js';
import type { BlobStore, ByteRange, ByteSource, StagedUpload } from '../../../src/platform/blob/blob-store.js';
import type { BlobStoreCase } from './blob-stores.js';
import { someBytes } from '../../builders/images.js';
import { filesystemStore, s3Store } from './blob-stores.js';
import { MIB, breakingAfter, contentOf, digest, inChunks, listed, sentBy } from '../../support/blob-bytes.js';

const FUTURE = new Date('2999-01-01');
const LONG_AGO = new Date('1999-01-01');
const UNKNOWN_KEY = 'ab'.repeat(16);

describe.each([
  ['filesystem', filesystemStore],
  ['s3', s3Store],
])('BlobStore of kind %s', (_name, newStoreCase) => {
  let storeCase: BlobStoreCase;
  let store: BlobStore;

  beforeEach(async () => {
    storeCase = await newStoreCase();
    store = await storeCase.open();
  });

  afterEach(() => storeCase.close());

  describe('put() and get()', () => {
    it.each([0, 1, 65_535, MIB - 1, MIB, MIB + 1, 8 * MIB, 8 * MIB + 1, 21 * MIB + 7])(
      'give back %d bytes as they came, with their digests',
      async (size) => {
        const content = someBytes(size);

        const stored = await store.put(inChunks(content), ['sha256', 'sha512', 'md5', 'sha1']);

        expect(stored.size).toBe(size);
        expect(stored.digests).toEqual({
          sha256: digest(content),
          sha512: digest(content, 'sha512'),
          md5: digest(content, 'md5'),
          sha1: digest(content, 'sha1'),
        });
        expect((await contentOf(store, stored.key)).equals(content)).toBe(true);
        expect(await store.size(stored.key)).toBe(size);
      },
    );

    it('take buffers, streams and chunks of any size', async () => {
      const content = someBytes(3 * MIB);
      const tiny = content.subarray(0, 20_000);
      const sources: [ByteSource, Buffer][] = [
        [[content], content],
        [[Buffer.alloc(0), content, Buffer.alloc(0)], content],
        [Readable.from([content, tiny]), Buffer.concat([content, tiny])],
        [inChunks(tiny, 1), tiny],
      ];

      for (const [source, expected] of sources) {
        const { key } = await store.put(source, []);
        expect((await contentOf(store, key)).equals(expected)).toBe(true);
      }
    });

    it('give every object its own key, equal content too', async () => {
      const first = await store.put([Buffer.from('same')], ['sha256']);
      const second = await store.put([Buffer.from('same')], ['sha256']);

      expect(first.digests).toEqual(second.digests);
      expect(first.key).not.toBe(second.key);
    });

    it('store many objects side by side', async () => {
      const contents = Array.from({ length: 40 }, (_, index) => someBytes(index * 5000));

      const stored = await Promise.all(contents.map((content) => store.put(inChunks(content, 999), [])));

      const read = await Promise.all(stored.map(({ key }) => contentOf(store, key)));
      expect(read.every((content, index) => content.equals(contents[index]!))).toBe(true);
    });

    it('keep objects over a restart', async () => {
      const { key } = await store.put([Buffer.from('lasting')], []);

      expect((await contentOf(await storeCase.open(), key)).toString()).toBe('lasting');
    });

    it('read with little memory and stop when the reader goes away', async () => {
      const { key } = await store.put(inChunks(someBytes(20 * MIB)), []);

      const stream = await store.get(key);
      await once(stream, 'readable');
      stream.destroy();
      await once(stream, 'close');

      expect((await contentOf(store, key, { start: 20 * MIB - 3 })).length).toBe(3);
    });
  });

  describe('open() and send()', () => {
    it('ends when the reader goes away, and sends to others afterwards', async () => {
      const content = someBytes(5 * MIB);
      const { key } = await store.put(inChunks(content), []);
      const into = new Writable({
        write: () => {
          into.destroy();
        },
      });

      await expect((await store.open(key)).sendTo(into)).rejects.toThrow();

      expect((await contentOf(store, key)).equals(content)).toBe(true);
    });

    it('sends small objects again and again, whole or a part of them, until they are deleted', async () => {
      const { key, size } = await store.put([Buffer.from('small')], []);
      const sent = async (range?: ByteRange) => (await sentBy(await store.open(key, { range, size }))).toString();

      expect([await sent(), await sent(), await sent({ start: 1, end: 2 })]).toEqual(['small', 'small', 'ma']);
      await expect(store.open(key, { range: { start: 5 }, size })).rejects.toThrow(BlobRangeError);
      await store.delete(key);
      await expect(store.open(key, { size })).rejects.toThrow(BlobMissingError);
    });

    it.each([4, 100_000])('refuses an object of %d bytes that has not the size it should', async (size) => {
      const { key } = await store.put([someBytes(size)], []);
      const range = { start: 1, end: 2 };

      await expect(store.open(key, { size: size - 1 })).rejects.toThrow(BlobMissingError);
      await expect(store.open(key, { size: size + 1 })).rejects.toThrow(BlobMissingError);
      await expect(store.open(key, { range, size: size + 1 })).rejects.toThrow(BlobMissingError);
      expect(await sentBy(await store.open(key, { range, size }))).toHaveLength(2);
    });

    it.each([4, 100_000])('refuses a range of an object of which only the first bytes are left of %d', async (size) => {
      const { key } = await store.put([Buffer.from('a')], []);
      const empty = await store.put([], []);

      await expect(store.open(key, { range: { start: 2, end: 3 }, size })).rejects.toThrow(BlobMissingError);
      await expect(store.open(empty.key, { size })).rejects.toThrow(BlobMissingError);
    });

    it('refuses what is not there before anything is sent', async () => {
      const { key } = await store.put([Buffer.from('four')], []);

      await expect(store.open(UNKNOWN_KEY)).rejects.toThrow(BlobMissingError);
      await expect(store.open('../x')).rejects.toThrow(BlobMissingError);
      await expect(store.open(key, { range: { start: 4 } })).rejects.toThrow(BlobRangeError);
    });
  });

  describe('get() of a range', () => {
    const content = someBytes(2 * MIB + 100);
    let key: string;

    beforeEach(async () => {
      ({ key } = await store.put([content], []));
    });

    it.each([
      [0, 0],
      [0, 99],
      [5, undefined],
      [MIB - 1, MIB],
      [2 * MIB + 99, 2 * MIB + 99],
      [2 * MIB, 99 * MIB],
      [0, undefined],
    ])('gives the bytes %d to %s', async (start, end) => {
      const expected = content.subarray(start, (end ?? Infinity) + 1);

      expect((await contentOf(store, key, { start, end })).equals(expected)).toBe(true);
    });

    it.each([
      [2 * MIB + 100, undefined],
      [2 * MIB + 100, 3 * MIB],
      [5, 4],
      [-1, 4],
    ])('refuses the bytes %d to %s', async (start, end) => {
      await expect(store.get(key, { start, end })).rejects.toThrow(BlobRangeError);
    });

    it('refuses every range of an empty object', async () => {
      const empty = await store.put([], []);

      await expect(store.get(empty.key, { start: 0 })).rejects.toThrow(BlobRangeError);
    });
  });

  describe('get() and size() of an absent object', () => {
    it.each([UNKNOWN_KEY, `${UNKNOWN_KEY}.${UNKNOWN_KEY}`, '../../etc/passwd', '', 'a/b', '.', `${UNKNOWN_KEY}/..`])(
      'answer that it is absent for the key %j',
      async (key) => {
        await expect(store.get(key)).rejects.toThrow(BlobMissingError);
        await expect(store.get(key, { start: 0, end: 1 })).rejects.toThrow(BlobMissingError);
        expect(await store.size(key)).toBeNull();
        await store.delete(key);
      },
    );

    it('answer that it is absent after a delete, which can be repeated', async () => {
      const { key } = await store.put([Buffer.from('short-lived')], []);
      const other = await store.put([Buffer.from('neighbour')], []);

      await Promise.all([store.delete(key), store.delete(key)]);
      await store.delete(key);

      expect(await store.size(key)).toBeNull();
      await expect(store.get(key)).rejects.toThrow(BlobMissingError);
      expect((await contentOf(store, other.key)).toString()).toBe('neighbour');
    });
  });

  describe('put() that fails', () => {
    it.each([0, 10, 2 * MIB, 20 * MIB])('leaves nothing when the source breaks after %d bytes', async (size) => {
      await expect(store.put(breakingAfter(someBytes(size)), ['sha256'])).rejects.toThrow('connection lost');

      expect(await storeCase.count()).toBe(0);
      expect(await listed(store.keys(FUTURE))).toEqual([]);
    });

    it.each([10, 20 * MIB])('leaves nothing when the source has more than the %d bytes allowed', async (maxBytes) => {
      const content = someBytes(maxBytes + 1);

      await expect(store.put(inChunks(content), [], { maxBytes })).rejects.toThrow(new BlobTooLargeError(maxBytes));
      expect(await storeCase.count()).toBe(0);
      expect((await store.put([content.subarray(1)], [], { maxBytes })).size).toBe(maxBytes);
    });

    it('leaves a refused request open for its answer', async () => {
      const source = Readable.from(inChunks(someBytes(MIB)));

      await expect(store.put(source, [], { maxBytes: 10 })).rejects.toThrow(BlobTooLargeError);

      expect(source.destroyed).toBe(false);
    });

    it('leaves nothing of a request whose connection is cut', async () => {
      const outcome = await outcomeOfCutRequest((body) => store.put(body, []));

      expect(outcome).toMatchObject({ message: 'aborted' });
      expect(await storeCase.count()).toBe(0);
    });
  });

  describe('append(), finish() and abort()', () => {
    const parts = [someBytes(10), someBytes(6 * MIB), someBytes(1), someBytes(MIB), someBytes(11 * MIB + 1)];
    const whole = Buffer.concat(parts);

    async function uploaded(contents: readonly Buffer[]): Promise<StagedUpload> {
      let upload = store.beginUpload();
      for (const content of contents) {
        upload = await store.append(upload, inChunks(content));
      }
      return upload;
    }

    it.each([
      ['of no part', []],
      ['of one part', [someBytes(3 * MIB)]],
      ['of empty parts', [Buffer.alloc(0), Buffer.alloc(0)]],
      ['of small parts', [someBytes(1), someBytes(2), Buffer.alloc(0), someBytes(3)]],
      ['of large parts', [someBytes(6 * MIB), someBytes(9 * MIB)]],
      ['of large and small parts', parts],
    ])('make one object %s', async (_description, contents) => {
      const expected = Buffer.concat(contents);
      const upload = await uploaded(contents);

      const stored = await store.finish(upload, ['sha256', 'sha512']);
      await store.settle(upload);

      expect(upload.size).toBe(expected.length);
      expect(stored.size).toBe(expected.length);
      expect(stored.digests).toEqual({ sha256: digest(expected), sha512: digest(expected, 'sha512') });
      expect((await contentOf(store, stored.key)).equals(expected)).toBe(true);
      expect(await store.size(stored.key)).toBe(expected.length);
      expect(await listed(store.keys(FUTURE))).toMatchObject([{ key: stored.key, uploadRef: upload.ref }]);
    });

    it('continue in a process that knows only what was written down', async () => {
      let upload = store.beginUpload();
      for (const content of parts) {
        const restored = JSON.parse(JSON.stringify(upload)) as StagedUpload;
        upload = await (await storeCase.open()).append(restored, inChunks(content));
      }

      const stored = await (await storeCase.open()).finish(upload, ['sha256']);

      expect(stored.digests.sha256).toBe(digest(whole));
      expect((await contentOf(await storeCase.open(), stored.key)).equals(whole)).toBe(true);
    });

    it('give ranges that cross the parts', async () => {
      const { key } = await store.finish(await uploaded(parts), []);

      for (const [start, end] of [
        [9, 10],
        [0, 6 * MIB + 11],
        [6 * MIB + 9, 6 * MIB + 12],
        [whole.length - 1, whole.length - 1],
      ] as const) {
        expect((await contentOf(store, key, { start, end })).equals(whole.subarray(start, end + 1))).toBe(true);
      }
      await expect(store.get(key, { start: whole.length })).rejects.toThrow(BlobRangeError);
    });

    it('do not count the bytes of a source that broke', async () => {
      const before = await store.append(store.beginUpload(), [Buffer.from('first ')]);

      await expect(store.append(before, breakingAfter(someBytes(10 * MIB)))).rejects.toThrow('connection lost');
      await expect(store.append(before, [someBytes(11)], { maxBytes: 10 })).rejects.toThrow(BlobTooLargeError);
      const cut = await outcomeOfCutRequest((body) => store.append(before, body));
      const after = await store.append(before, [Buffer.from('second')]);

      const stored = await store.finish(after, ['sha256']);
      expect(cut).toMatchObject({ message: 'aborted' });
      expect((await contentOf(store, stored.key)).toString()).toBe('first second');
      expect(stored.digests.sha256).toBe(digest(Buffer.from('first second')));
      expect(await listed(store.keys(FUTURE))).toHaveLength(3); // two parts and the object
    });

    it('keep appends to one value apart: the one the caller keeps is the one that counts', async () => {
      const start = await store.append(store.beginUpload(), [Buffer.from('start ')]);

      const [kept, lost] = await Promise.all([
        store.append(start, [Buffer.from('kept')]),
        store.append(start, [Buffer.from('lost and longer')]),
      ]);

      const stored = await store.finish(kept, ['sha256']);
      const other = await store.finish(lost, ['sha256']);
      expect((await contentOf(store, stored.key)).toString()).toBe('start kept');
      expect(stored.digests.sha256).toBe(digest(Buffer.from('start kept')));
      expect(other.key).not.toBe(stored.key);
      expect((await contentOf(store, other.key)).toString()).toBe('start lost and longer');
    });

    it('finish to the same object however often, at once or after a restart', async () => {
      const upload = await uploaded(parts);

      const [first, second] = await Promise.all([store.finish(upload, ['sha256']), store.finish(upload, ['sha256'])]);
      const third = await (await storeCase.open()).finish(upload, ['sha256']);

      expect(second).toEqual(first);
      expect(third).toEqual(first);
      expect((await contentOf(store, first.key)).equals(whole)).toBe(true);
    });

    it('leave nothing when aborted, before or after the finish', async () => {
      for (const contents of [[], [parts[0]!], parts]) {
        const finished = await uploaded(contents);
        await store.finish(finished, []);
        await store.abort(finished);
        await store.abort(finished);
        await store.abort(await uploaded(contents));
      }

      expect(await storeCase.count()).toBe(0);
    });

    it('cannot finish once the bytes are gone', async () => {
      for (const contents of [[parts[0]!], parts]) {
        const upload = await uploaded(contents);
        await store.abort(upload);

        await expect(store.finish(upload, ['sha256'])).rejects.toThrow(BlobMissingError);
      }
    });

    it('keep few parts however tiny the chunks are', async () => {
      const contents = Array.from({ length: 200 }, (_, index) => Buffer.from(`chunk ${index} `));

      const upload = await uploaded(contents);

      const stored = await store.finish(upload, ['sha256']);
      expect(upload.parts.length).toBeLessThan(100);
      expect(stored.digests.sha256).toBe(digest(Buffer.concat(contents)));
      expect((await contentOf(await storeCase.open(), stored.key)).equals(Buffer.concat(contents))).toBe(true);
    });
  });

  describe('keys()', () => {
    it('lists what is older than a moment, staged bytes with the upload they belong to', async () => {
      const objects = await Promise.all(Array.from({ length: 8 }, () => store.put([someBytes(5)], [])));
      const upload = await store.append(store.beginUpload(), [someBytes(5)]);

      const all = await listed(store.keys(FUTURE));

      const found = new Map(all.map(({ key, uploadRef }) => [key, uploadRef]));
      expect([...found.keys()].toSorted()).toEqual(
        [...objects.map(({ key }) => key), `${upload.ref}.${upload.parts[0]!.id}`].toSorted(),
      );
      expect(objects.every(({ key }) => found.get(key) === null)).toBe(true);
      expect([...found.values()].filter((ref) => ref !== null)).toEqual([upload.ref]);
      expect(all.every(({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < 60_000)).toBe(true);
      expect(await listed(store.keys(LONG_AGO))).toEqual([]);
    });

    it('lets the sweep delete every key that it names', async () => {
      let upload = await store.append(store.beginUpload(), [someBytes(5)]);
      upload = await store.append(upload, [someBytes(6)]);
      await store.finish(upload, []);
      await store.put([someBytes(5)], []);

      for await (const { key } of store.keys(FUTURE)) {
        await store.delete(key);
      }

      expect(await storeCase.count()).toBe(0);
    });

    it('is empty, and nothing is left over, before anything was stored', async () => {
      expect(await listed(store.keys(FUTURE))).toEqual([]);
      expect(await store.clearLeftovers(FUTURE)).toBe(0);
    });
  });

  it('clearLeftovers() removes what a process that died in the middle of a write left behind', async () => {
    const died = new Promise<never>(() => undefined);
    const dying = new EventEmitter();
    const source = async function* () {
      yield* inChunks(someBytes(20 * MIB));
      dying.emit('stalled');
      yield await died;
    };
    void store.put(source(), []);
    await once(dying, 'stalled');
    const kept = await store.put([Buffer.from('kept')], []);

    expect(await (await storeCase.open()).clearLeftovers(LONG_AGO)).toBe(0);
    expect(await storeCase.count()).toBe(2);
    expect(await (await storeCase.open()).clearLeftovers(FUTURE)).toBe(1);

    expect(await storeCase.count()).toBe(1);
    expect((await contentOf(store, kept.key)).toString()).toBe('kept');
  });

  it('probe() resolves, and leaves nothing behind', async () => {
    await expect(store.probe()).resolves.toBeUndefined();

    expect(await storeCase.count()).toBe(0);
  });

  it('append() and get() move 256 MiB in constant memory', async () => {
    const size = 256 * MIB;
    const chunk = someBytes(64 * 1024);
    const source = async function* () {
      for (let sent = 0; sent < size; sent += chunk.length) {
        yield await Promise.resolve(Buffer.from(chunk));
      }
    };
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);

    const upload = await store.append(store.beginUpload(), source());
    const stored = await store.finish(upload, ['sha256']);
    let received = 0;
    await pipeline(
      await store.get(stored.key),
      new Writable({
        write: (bytes: Buffer, _encoding, done) => {
          received += bytes.length;
          done();
        },
      }),
    );
    clearInterval(watch);

    expect(received).toBe(size);
    expect(peak - before).toBeLessThan(200 * MIB);
  }, 240_000);
});

/** What a write says of a request body whose sender goes away in the middle. */
async function outcomeOfCutRequest(write: (body: Readable) => Promise<unknown>): Promise<unknown> {
  let settle: (outcome: unknown) => void;
  const outcome = new Promise((resolve) => (settle = resolve));
  const server = createServer((incoming) => void write(incoming).then(settle, settle));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sender = request({ port, host: '127.0.0.1', method: 'PUT', headers: { 'content-length': 10 * MIB } });
  sender.on('error', () => undefined);
  sender.write(someBytes(3 * MIB), () => sender.destroy());
  const result = await outcome;
  server.close();
  return result;
}
