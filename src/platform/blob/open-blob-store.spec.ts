import { InvalidSetting } from '../config/env-reader.js';
import { readEnv } from '../config/env.js';
import { blobStoreSettings, openBlobStore } from './open-blob-store.js';
import { parseS3Url } from './s3/s3-url.js';

const KEYS = { accessKeyId: 'id', secretAccessKey: 'hush' };

describe('openBlobStore', () => {
  it.each([
    'file:/var/blobs',
    'file:./data/blobs',
    'file:///var/blobs',
    'file:data',
    's3://my-bucket/a/b?region=eu-west-1',
  ])('opens %s without touching it', async (url) => {
    expect(await openBlobStore({ url, ...KEYS })).toBeDefined();
  });

  it.each([
    ['', 'BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]'],
    ['/var/blobs', 'BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]'],
    ['file:', 'BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]'],
    ['file://host/blobs', 'BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]'],
    ['ftp://hush@bucket', 'BLOB_STORE must be file:<dir> or s3://<bucket>[/<prefix>]'],
    ['s3://', 'BLOB_STORE s3:// is not valid: the bucket name is not valid'],
    ['s3://b', 'BLOB_STORE s3:// is not valid: the bucket name is not valid'],
    ['s3://Bucket', 'BLOB_STORE s3:// is not valid: the bucket name is not valid'],
    ['s3://bucket:9000/p', 'BLOB_STORE s3:// is not valid: the bucket name is not valid'],
    ['s3://id:hush@bucket', 'BLOB_STORE s3:// is not valid: credentials do not belong into the URL'],
    [
      's3://bucket/a%20b',
      "BLOB_STORE s3:// is not valid: the prefix may hold only letters, digits and _ . - ! * ' ( ) /",
    ],
    [
      's3://bucket?secret=hush',
      'BLOB_STORE s3:// is not valid: it takes only the parameters endpoint, region and path_style',
    ],
    ['s3://bucket?region=a/b', 'BLOB_STORE s3:// is not valid: the region is not valid'],
    ['s3://bucket?endpoint=hush', 'BLOB_STORE s3:// is not valid: endpoint must be http(s)://<host>[:<port>]'],
    ['s3://bucket?endpoint=ftp://x', 'BLOB_STORE s3:// is not valid: endpoint must be http(s)://<host>[:<port>]'],
    [
      's3://bucket?endpoint=http://u:hush@x',
      'BLOB_STORE s3:// is not valid: endpoint must be http(s)://<host>[:<port>]',
    ],
    [
      's3://bucket?endpoint=http://x/minio',
      'BLOB_STORE s3:// is not valid: endpoint must be http(s)://<host>[:<port>]',
    ],
    ['s3://bucket?path_style=perhaps', 'BLOB_STORE s3:// is not valid: path_style must be true or false'],
  ])('refuses %j with one sentence that holds no secret', async (url, sentence) => {
    await expect(openBlobStore({ url, ...KEYS })).rejects.toThrow(new Error(sentence));
  });

  it.each([{ accessKeyId: 'id' }, { secretAccessKey: 'hush' }])('refuses half of a key: %j', async (half) => {
    const sentence = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together';

    await expect(openBlobStore({ url: 's3://bucket', ...half })).rejects.toThrow(new Error(sentence));
  });

  it('looks for credentials elsewhere when it is given none', async () => {
    expect(await openBlobStore({ url: 's3://bucket' })).toBeDefined();
  });
});

describe('blobStoreSettings', () => {
  it.each(['somewhere', 's3://bucket?path_style=maybe'])('refuses %s by the name of its setting', async (value) => {
    const open = async () => openBlobStore(blobStoreSettings(readEnv({ BLOB_STORE: value })));

    await expect(open()).rejects.toThrow(InvalidSetting);
    await expect(open()).rejects.toThrow(/^BLOB_STORE /);
  });
});

describe('parseS3Url', () => {
  it('reaches the original service by a host name per bucket', () => {
    const location = parseS3Url('s3://my-bucket/some/prefix/?region=eu-central-1');

    expect(location).toMatchObject({
      bucket: 'my-bucket',
      prefix: 'some/prefix/',
      region: 'eu-central-1',
      pathStyle: false,
    });
    expect(location.endpoint.href).toBe('https://s3.eu-central-1.amazonaws.com/');
  });

  it('reaches other storages, and buckets with dots, by path', () => {
    const other = parseS3Url('s3://my-bucket?endpoint=http://[::1]:9000');

    expect(other).toMatchObject({ prefix: '', region: 'us-east-1', pathStyle: true });
    expect(other.endpoint.host).toBe('[::1]:9000');
    expect(parseS3Url('s3://my.bucket').pathStyle).toBe(true);
  });

  it.each([
    ['s3://my-bucket?endpoint=https://x&path_style=No', false],
    ['s3://my-bucket?endpoint=https%3A%2F%2Fx&path_style=', true],
    ['s3://my-bucket?path_style=on', true],
  ])('obeys path_style in %s', (url, pathStyle) => {
    expect(parseS3Url(url).pathStyle).toBe(pathStyle);
  });
});
