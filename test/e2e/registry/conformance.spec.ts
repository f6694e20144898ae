import {
  anImage,
  anIndex,
  descriptorOf,
  digestOf,
  EMPTY_JSON,
  OCI_INDEX,
  putManifest,
  someBytes,
} from '../../builders/images.js';
import type { Algorithm, BuiltManifest } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { RegistryClient } from '../../support/registry-client.js';

/**
 * What the conformance suite of the OCI distribution specification does, in its order: each kind of content is pushed
 * with each way of uploading, listed, inspected, pulled, asked for its referrers and deleted.
 */
let app: TestApp;
let client: RegistryClient;
let repo: string;
let repo2: string;
beforeAll(async () => {
  app = await startApp();
  const { path, registry } = await aRegistryProject(app);
  client = registry;
  repo = `${path}/repo1`;
  repo2 = `${path}/repo2`;
});
afterAll(() => app.close());

const ALGORITHMS: readonly Algorithm[] = ['sha256', 'sha512'];
const CHUNK = 1024;

type Upload = (repository: string, bytes: Buffer, digest: string) => Promise<number>;

const opened = async (repository: string) => {
  const { status, headers } = await client.post(`${repository}/blobs/uploads/`);
  expect(status).toBe(202);
  return String(headers.location);
};
const withDigest = (location: string, digest: string) =>
  `${location}${location.includes('?') ? '&' : '?'}digest=${encodeURIComponent(digest)}`;

async function chunked(
  repository: string,
  bytes: Buffer,
  digest: string,
  { outOfOrder = false, putLast = false } = {},
): Promise<number> {
  let location = await opened(repository);
  let last = -1;
  while (last < bytes.length - 1) {
    const start = last + 1;
    if (outOfOrder && bytes.length > CHUNK) {
      location = await tryOutOfOrder(location, bytes, digest, { start, putLast });
      const asked = await client.get(location);
      expect(asked.status).toBe(204);
      location = String(asked.headers.location);
    }
    last = Math.min(start + CHUNK - 1, bytes.length - 1);
    const chunk = { body: bytes.subarray(start, last + 1), headers: { 'content-range': `${start}-${last}` } };
    if (putLast && last === bytes.length - 1) {
      return (await client.put(withDigest(location, digest), chunk)).status;
    }
    const patched = await client.patch(location, chunk);
    expect(patched.status).toBe(202);
    location = String(patched.headers.location);
  }
  return (await client.put(withDigest(location, digest))).status;
}

async function tryOutOfOrder(
  location: string,
  bytes: Buffer,
  digest: string,
  { start, putLast }: { start: number; putLast: boolean },
): Promise<string> {
  const ahead = start + CHUNK;
  const badStart = ahead >= bytes.length ? 0 : ahead;
  const badLast = Math.min(badStart + CHUNK - 1, bytes.length - 1);
  const ends = putLast && badLast === bytes.length - 1;
  const path = ends ? withDigest(location, digest) : location;
  const answer = await client.send(ends ? 'PUT' : 'PATCH', path, {
    body: bytes.subarray(badStart, badLast + 1),
    headers: { 'content-range': `${badStart}-${badLast}` },
  });
  expect(answer.status).toBe(416);
  return String(answer.headers.location);
}

const UPLOADS: Readonly<Record<string, Upload>> = {
  'post only': async (repository, bytes, digest) =>
    (await client.post(withDigest(`${repository}/blobs/uploads/`, digest), { body: bytes })).status,
  'post and put': async (repository, bytes, digest) =>
    (await client.put(withDigest(await opened(repository), digest), { body: bytes })).status,
  stream: async (repository, bytes, digest) => {
    const location = await opened(repository);
    await client.patch(location, { body: bytes, headers: { 'content-type': 'application/octet-stream' } });
    return (await client.put(withDigest(location, digest))).status;
  },
  chunked: (repository, bytes, digest) => chunked(repository, bytes, digest),
  'chunked, last one put': (repository, bytes, digest) => chunked(repository, bytes, digest, { putLast: true }),
  'chunked out of order': (repository, bytes, digest) => chunked(repository, bytes, digest, { outOfOrder: true }),
  'chunked out of order, last one put': (repository, bytes, digest) =>
    chunked(repository, bytes, digest, { outOfOrder: true, putLast: true }),
};

async function expectBlob(repository: string, bytes: Buffer, digest: string): Promise<void> {
  const head = await client.head(`${repository}/blobs/${digest}`);
  const got = await client.get(`${repository}/blobs/${digest}`);
  expect([head.status, head.headers['content-length'], head.headers['docker-content-digest']]).toEqual([
    200,
    String(bytes.length),
    digest,
  ]);
  expect(got.bytes.equals(bytes)).toBe(true);
}

async function expectBlobGoes(repository: string, digest: string): Promise<void> {
  expect((await client.delete(`${repository}/blobs/${digest}`)).status).toBe(202);
  expect((await client.head(`${repository}/blobs/${digest}`)).status).toBe(404);
}

describe('GET /v2/:name/... of an empty repository', () => {
  it('answers no tags and no referrers', async () => {
    expect((await client.get(`${repo}/tags/list`)).status).toBe(404);
    expect((await client.get(`${repo}/referrers/${digestOf('x')}`)).body.manifests).toEqual([]);
    expect((await client.get(`${repo}/blobs/${digestOf('x')}`)).status).toBe(404);
  });
});

describe.each(ALGORITHMS)('/v2/:name/blobs/... with %s', (algorithm) => {
  it.each(Object.keys(UPLOADS))('push by %s, pull and delete blobs', async (way) => {
    for (const bytes of [someBytes(CHUNK * 3 - 5), Buffer.from('{}'), Buffer.alloc(0)]) {
      const digest = digestOf(bytes, algorithm);

      expect(await UPLOADS[way]!(repo, bytes, digest)).toBe(201);
      await expectBlob(repo, bytes, digest);
      await expectBlobGoes(repo, digest);
    }
  });

  it.each(Object.keys(UPLOADS))('refuse a bad digest by %s', async (way) => {
    expect(await UPLOADS[way]!(repo, someBytes(CHUNK * 3 - 5), digestOf('oh no', algorithm))).toBe(400);
  });

  it('mount blobs with and without a source, or start an upload where there is none', async () => {
    for (const from of [`&from=${repo2}`, '']) {
      const bytes = someBytes();
      const digest = digestOf(bytes, algorithm);
      await UPLOADS['post only']!(repo2, bytes, digest);

      expect((await client.post(`${repo}/blobs/uploads/?mount=${digest}${from}`)).status).toBe(201);
      await expectBlob(repo, bytes, digest);
      await expectBlobGoes(repo, digest);
      await expectBlobGoes(repo2, digest);
    }
    const bytes = someBytes();
    const missing = await client.post(`${repo}/blobs/uploads/?mount=${digestOf(bytes, algorithm)}&from=${repo2}`);
    expect(missing.status).toBe(202);
    const path = withDigest(String(missing.headers.location), digestOf(bytes, algorithm));
    expect((await client.put(path, { body: bytes })).status).toBe(201);
  });
});

interface Content {
  readonly manifests: readonly BuiltManifest[];
  /** The tag of the last manifest. */
  readonly tag?: string;
}

const annotations = { 'org.opencontainers.conformance': 'hello conformance test' };
const artifactFacts = {
  configType: EMPTY_JSON,
  config: Buffer.from('{}'),
  layers: [someBytes()],
  fields: { artifactType: 'application/vnd.example.oci.conformance.v1', annotations },
};

const withIndex = (images: readonly BuiltManifest[], fields = {}, algorithm: Algorithm = 'sha256') => [
  ...images,
  anIndex(images, fields, algorithm),
];

function referring(subject: BuiltManifest): BuiltManifest {
  return anImage({ ...artifactFacts, fields: { ...artifactFacts.fields, subject: subject.descriptor } });
}

const CONTENTS: Readonly<Record<string, () => Content>> = {
  'an image': () => ({ manifests: [anImage()], tag: 'image' }),
  'a large manifest': () => ({
    manifests: [
      anImage({
        fields: {
          annotations: Object.fromEntries(Array.from({ length: 390 }, (_, i) => [`large-${i}`, 'A'.repeat(10_000)])),
        },
      }),
    ],
    tag: 'large-manifest',
  }),
  'an index': () => ({ manifests: withIndex([anImage(), anImage()]), tag: 'index' }),
  'an index of indexes': () => {
    const [first, second] = [withIndex([anImage(), anImage()]), withIndex([anImage()])];
    return { manifests: [...first, ...second, anIndex([first.at(-1)!, second.at(-1)!])], tag: 'index-of-index' };
  },
  'an empty index': () => ({ manifests: [anIndex([])], tag: 'empty-index' }),
  'an artifact': () => ({ manifests: [anImage(artifactFacts)], tag: 'artifact' }),
  'an index of artifacts': () => ({
    manifests: withIndex([anImage(artifactFacts)], { artifactType: 'a/b' }),
    tag: 'set',
  }),
  'artifacts with a subject': () => {
    const subject = anImage();
    const indexed = anIndex([], { subject: subject.descriptor, artifactType: 'a/b', annotations });
    return { manifests: [subject, referring(subject), indexed, referring(anImage())], tag: 'tagged-artifact' };
  },
  'descriptors with data': () => {
    const config = Buffer.from('{}');
    const data = { ...descriptorOf(EMPTY_JSON, config), data: config.toString('base64') };
    return {
      manifests: [anImage({ config, configType: EMPTY_JSON, layers: [], fields: { config: data } })],
      tag: 'data',
    };
  },
  'an image without layers': () => ({ manifests: [anImage({ layers: [] })], tag: 'no-layers' }),
  'custom fields': () => ({
    manifests: withIndex([anImage({ fields: { 'org.example.extra': { a: [1] } } })], { 'org.example.extra': 'x' }),
    tag: 'custom-fields',
  }),
  'sha512 throughout': () => {
    const images = [anImage({ algorithm: 'sha512' }), anImage({ algorithm: 'sha512' })];
    return { manifests: withIndex(images, {}, 'sha512') };
  },
};

const algorithmOf = ({ digest }: BuiltManifest): Algorithm => (digest.startsWith('sha512') ? 'sha512' : 'sha256');

describe.each(Object.keys(CONTENTS))('/v2/:name/manifests/... of %s', (kind) => {
  it('push, list, inspect, pull and delete it', async () => {
    const { manifests, tag } = CONTENTS[kind]!();
    const ways = Object.values(UPLOADS);
    const blobs = new Map(
      manifests.flatMap((manifest) =>
        manifest.blobs.map((blob) => [digestOf(blob, algorithmOf(manifest)), blob] as const),
      ),
    );
    for (const [index, [digest, blob]] of [...blobs].entries()) {
      expect(await ways[index % ways.length]!(repo, blob, digest)).toBe(201);
    }
    const top = manifests.at(-1)!;
    for (const manifest of manifests) {
      expect((await putManifest(client, repo, manifest.digest, manifest)).status).toBe(201);
    }
    const tags = tag === undefined ? [] : [tag];
    for (const name of tags) {
      expect((await putManifest(client, repo, name, top)).status).toBe(201);
      expect((await client.get(`${repo}/tags/list`)).body.tags).toContain(name);
    }

    for (const { digest, bytes, mediaType } of manifests) {
      for (const reference of digest === top.digest ? [digest, ...tags] : [digest]) {
        const head = await client.head(`${repo}/manifests/${reference}`);
        const got = await client.get(`${repo}/manifests/${reference}`);
        expect([head.status, head.headers['content-length'], head.headers['content-type']]).toEqual([
          200,
          String(bytes.length),
          mediaType,
        ]);
        expect(got.bytes.equals(bytes)).toBe(true);
      }
    }
    await expectReferrers(manifests);

    for (const name of tags) {
      expect((await client.delete(`${repo}/manifests/${name}`)).status).toBe(202);
      expect((await client.head(`${repo}/manifests/${name}`)).status).toBe(404);
    }
    for (const { digest } of [...manifests].reverse()) {
      expect((await client.delete(`${repo}/manifests/${digest}`)).status).toBe(202);
      expect((await client.head(`${repo}/manifests/${digest}`)).status).toBe(404);
    }
    for (const digest of blobs.keys()) {
      await expectBlobGoes(repo, digest);
    }
  });
});

async function expectReferrers(manifests: readonly BuiltManifest[]): Promise<void> {
  for (const { bytes, digest } of manifests) {
    const { subject, artifactType } = JSON.parse(bytes.toString());
    if (subject !== undefined) {
      const answer = await client.get(`${repo}/referrers/${subject.digest}?artifactType=${artifactType}`);
      expect(answer.headers).toMatchObject({ 'content-type': OCI_INDEX, 'oci-filters-applied': 'artifactType' });
      expect(answer.body.manifests).toContainEqual(
        expect.objectContaining({ digest, size: bytes.length, artifactType, annotations }),
      );
    }
  }
}
