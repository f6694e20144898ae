import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { copyBlobs } from '../../../src/platform/blob/copy-blobs.js';
import { openBlobDriver, openBlobStore } from '../../../src/platform/blob/open-blob-store.js';
import { someBytes } from '../../builders/images.js';
import { aProject } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import { runCli } from '../../support/program.js';
import { S3Server } from '../../support/s3-server.js';
import { aDataDir } from '../../support/service.js';
import { contentOf, digest, inChunks, listed, MIB } from '../../support/blob-bytes.js';

const FUTURE = new Date('2999-01-01');

let bucket: S3Server;
let folder: Awaited<ReturnType<typeof aDataDir>>;
beforeAll(async () => {
  [bucket, folder] = await Promise.all([S3Server.start(), aDataDir()]);
});
afterAll(() => Promise.all([bucket.stop(), folder.remove()]));

const fileStore = (name: string): string => `file:${path.join(folder.path, name)}`;

/** From a store of files, with the keys of the bucket. */
const copyTo = (target: string, from: string) => {
  const { accessKeyId, secretAccessKey } = bucket.settings();
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  return runCli(['copy-blobs', target], { DATA_DIR: folder.path, BLOB_STORE: from, ...keys });
};

/** The digest of what is stored under each key. */
async function contentsOf(store: BlobStore): Promise<Map<string, string>> {
  const keys = await listed(store.keys(FUTURE));
  return new Map(await Promise.all(keys.map(async ({ key }) => [key, digest(await contentOf(store, key))] as const)));
}

describe('copy-blobs', () => {
  it('brings every object from files to a bucket and back, those that were uploaded in parts too, and once', async () => {
    const store = await openBlobStore({ url: fileStore('first') });
    await Promise.all(Array.from({ length: 30 }, (_, index) => store.put([someBytes(index * 1000)], [])));
    let upload = await store.append(store.beginUpload(), inChunks(someBytes(6 * MIB)));
    upload = await store.append(upload, [someBytes(10)]);
    await store.finish(upload, ['sha256']);
    await store.settle(upload);
    const settings = bucket.settings('grown');

    const there = await copyTo(settings.url, fileStore('first'));
    const again = await copyTo(settings.url, fileStore('first'));
    const back = await copyTo(fileStore('second'), settings.url);

    expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining('Copied 31 objects (') });
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Copied 0 objects (0 bytes); 31 were there.'),
    });
    expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('Copied 31 objects (') });
    const contents = await contentsOf(store);
    expect(contents.size).toBe(31);
    expect(await contentsOf(await openBlobStore(settings))).toEqual(contents);
    expect(await contentsOf(await openBlobStore({ url: fileStore('second') }))).toEqual(contents);
  });

  it('copies anew what another store has only a part of', async () => {
    const [whole, half] = await Promise.all(['whole', 'half'].map((name) => openBlobDriver({ url: fileStore(name) })));
    const writer = await half!.writer('ab');
    await writer.write(Buffer.from('all'));
    await writer.commit();
    const { key } = await (await openBlobStore({ url: fileStore('whole') })).put([Buffer.from('all of it')], []);
    const late = await whole!.writer('ab');
    await late.write(Buffer.from('all of it, too'));
    await late.commit();

    expect(await copyBlobs(whole!, half!, () => undefined)).toEqual({ copied: 2, bytes: 23, present: 0 });
    expect(String(await buffer(await half!.read('ab')))).toBe('all of it, too');
    expect(String(await buffer(await half!.read(key)))).toBe('all of it');
  });

  it('ends with exit code 1 and names what is missing where the store lacks what the database names', async () => {
    const app = await startApp();
    const { id } = await aProject(app.admin);
    await app.admin.send('PUT', `projects/${id}/packages/generic/a/1/b.txt`, 'bytes');
    const source = { ...app.environment, BLOB_STORE: `file:${path.join(app.environment.DATA_DIR!, 'blobs')}` };

    const wrong = await runCli(['copy-blobs', fileStore('third')], { ...source, BLOB_STORE: fileStore('empty') });
    const right = await runCli(['copy-blobs', fileStore('third')], source);
    await app.close();

    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain(`1 of 1 objects that the database names are not in ${fileStore('empty')}:`);
    expect(wrong.stdout).toMatch(/object [0-9a-f]+ of package file [0-9a-f]{64}/);
    expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining('Copied 1 objects (5 bytes)') });
  });

  it.each([
    ['what is no store', 'somewhere', 'BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]'],
    ['a bucket that refuses it', 's3://another-bucket', 'The copy failed: object storage answered 403 to HeadBucket'],
  ])('says in a line that it cannot copy to %s', async (_what, target, sentence) => {
    const endpoint = `?endpoint=${bucket.endpoint}&region=eu-central-1`;
    const { code, stdout, stderr } = await copyTo(
      target.startsWith('s3:') ? target + endpoint : target,
      fileStore('first'),
    );

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});
