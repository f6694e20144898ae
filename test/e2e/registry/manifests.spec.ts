import { Readable } from 'node:stream';
import {
  anImage,
  anIndex,
  descriptorOf,
  digestOf,
  EMPTY_JSON,
  OCI_INDEX,
  OCI_LAYER,
  OCI_MANIFEST,
  pushBlob,
  pushImage,
  putManifest,
  someBytes,
} from '../../builders/images.js';
import type { Algorithm, BuiltManifest } from '../../builders/images.js';
import { unique } from '../../builders/records.js';
import { aMemberOf, aRegistryProject, registryAs } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { codesOf } from '../../support/registry-client.js';
import type { OciAnswer, RegistryClient } from '../../support/registry-client.js';
import { DEVELOPER } from '../../support/levels.js';

const LIMIT = 4_194_304;

let app: TestApp;
let fixture: RegistryProject;
let client: RegistryClient;
let name: string;
beforeAll(async () => {
  app = await startApp();
  fixture = await aRegistryProject(app);
  client = fixture.registry;
});
beforeEach(() => {
  name = `${fixture.path}/${unique('repo')}`;
});
afterAll(() => app.close());

const put = (reference: string, bytes: Buffer | string, contentType = OCI_MANIFEST, extra = {}) =>
  client.put(`${name}/manifests/${reference}`, { body: bytes, headers: { 'content-type': contentType }, ...extra });
const get = (reference: string, headers = {}) => client.get(`${name}/manifests/${reference}`, { headers });

describe('PUT and GET /v2/:name/manifests/:reference', () => {
  it.each<Algorithm>(['sha256', 'sha512'])('return the same bytes, by tag and by the %s digest', async (algorithm) => {
    const image = anImage({ algorithm });
    const spaced = Buffer.concat([image.bytes, Buffer.from('\n  \n')]);
    const digest = digestOf(spaced, algorithm);
    await Promise.all(image.blobs.map((blob) => pushBlob(client, name, blob, algorithm)));

    const pushed = await put(`${digest}?tag=v1`, spaced);

    expect(pushed.status).toBe(201);
    expect(pushed.headers).toMatchObject({
      location: `${app.url}/v2/${name}/manifests/${digest}`,
      'docker-content-digest': digest,
      'content-length': '0',
      'oci-tag': 'v1',
    });
    for (const reference of ['v1', digest]) {
      const got = await get(reference, { accept: 'application/vnd.docker.distribution.manifest.v2+json' });
      expect(got.status).toBe(200);
      expect(got.bytes.equals(spaced)).toBe(true);
      expect(got.headers).toMatchObject({
        'content-type': OCI_MANIFEST,
        'docker-content-digest': digest,
        'content-length': String(spaced.length),
        etag: `"${digest}"`,
      });
      const head = await client.head(`${name}/manifests/${reference}`);
      expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(spaced.length)]);
      expect((await get(reference, { 'if-none-match': `"${digest}"` })).status).toBe(304);
      expect((await get(reference, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('use the sha256 digest for a push by tag alone', async () => {
    const image = await pushImage(client, name, 'v1');

    expect((await get('v1')).headers['docker-content-digest']).toBe(image.digest);
    expect((await get(image.digest)).status).toBe(200);
  });

  it('accept the same manifest again, and under more tags', async () => {
    const image = await pushImage(client, name, 'v1');

    expect((await putManifest(client, name, 'v1', image)).status).toBe(201);
    expect((await putManifest(client, name, 'v2', image)).status).toBe(201);
    expect((await client.get(`${name}/tags/list`)).body.tags).toEqual(['v1', 'v2']);
  });

  it('move the tag; the manifest before stays under its digest', async () => {
    const first = await pushImage(client, name, 'latest');
    const second = await pushImage(client, name, 'latest');

    expect((await get('latest')).headers['docker-content-digest']).toBe(second.digest);
    expect((await get(first.digest)).status).toBe(200);
  });

  it('keep the type of the push for a manifest without a mediaType of its own', async () => {
    const image = anImage();
    const { mediaType: _type, ...rest } = JSON.parse(image.bytes.toString());
    const bytes = Buffer.from(JSON.stringify(rest));
    await Promise.all(image.blobs.map((blob) => pushBlob(client, name, blob)));

    expect((await put('v1', bytes, `${OCI_MANIFEST}; charset=utf-8`)).status).toBe(201);
    expect((await get('v1')).headers['content-type']).toBe(OCI_MANIFEST);
  });

  it.each([
    ['an artifact', { configType: 'application/vnd.example.thing.v1+json' }],
    [
      'an artifact without content',
      {
        configType: EMPTY_JSON,
        config: Buffer.from('{}'),
        layers: [Buffer.from('{}')],
        fields: { artifactType: 'a/b' },
      },
    ],
    ['no layers', { layers: [] }],
    ['unknown keys', { fields: { 'com.example.key': [1, { deep: true }], annotations: { a: 'b\u0000\ud800' } } }],
    [
      'embedded data',
      {
        config: Buffer.from('{}'),
        configType: EMPTY_JSON,
        fields: { config: { ...descriptorOf(EMPTY_JSON, Buffer.from('{}')), data: 'e30=' } },
      },
    ],
  ])('accept %s', async (_what, facts) => {
    const image = await pushImage(client, name, 'v1', anImage(facts));

    expect((await get('v1')).bytes.equals(image.bytes)).toBe(true);
  });

  it('accept an index of no manifests, of indexes, and a manifest list of docker', async () => {
    const inner = anIndex([await pushImage(client, name, 'a')]);
    const outer = anIndex([inner]);
    const listType = 'application/vnd.docker.distribution.manifest.list.v2+json';

    expect((await putManifest(client, name, 'none', anIndex([]))).status).toBe(201);
    expect((await putManifest(client, name, 'inner', inner)).status).toBe(201);
    expect((await putManifest(client, name, 'outer', outer)).status).toBe(201);
    const list = Buffer.from(JSON.stringify({ ...JSON.parse(inner.bytes.toString()), mediaType: listType }));
    expect((await put('list', list, listType)).status).toBe(201);
    expect((await get('list')).headers['content-type']).toBe(listType);
  });

  it('accept a manifest without layers that are distributed elsewhere', async () => {
    const image = anImage({ layers: [] });
    const foreign = (mediaType: string, urls: string[] = []) => ({ ...descriptorOf(mediaType, someBytes()), urls });
    const layers = [
      foreign('application/vnd.oci.image.layer.nondistributable.v1.tar+gzip'),
      foreign('application/vnd.docker.image.rootfs.foreign.diff.tar.gzip'),
      foreign(OCI_LAYER, ['https://elsewhere.example/layer']),
    ];
    const bytes = Buffer.from(JSON.stringify({ ...JSON.parse(image.bytes.toString()), layers }));
    await pushBlob(client, name, image.blobs[0]!);

    expect((await put('v1', bytes)).status).toBe(201);
  });

  it('accept a push by digest with several tags', async () => {
    const image = anImage();
    await Promise.all(image.blobs.map((blob) => pushBlob(client, name, blob)));

    const answer = await put(`${image.digest}?tag=a&tag=b`, image.bytes);

    expect([answer.status, answer.headers['oci-tag']]).toEqual([201, 'a, b']);
    expect((await client.get(`${name}/tags/list`)).body.tags).toEqual(['a', 'b']);
    expect(codesOf(await put(`${image.digest}?tag=-bad`, image.bytes))).toEqual(['TAG_INVALID']);
  });
});

describe('PUT /v2/:name/manifests/:reference of an invalid manifest', () => {
  const good = () => JSON.parse(anImage({ layers: [] }).bytes.toString());
  const json = (value: unknown) => JSON.stringify(value);

  it.each([
    ['is no JSON', () => '{'],
    ['is empty', () => ''],
    ['is a list', () => '[]'],
    ['is no UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['has another schema', () => json({ ...good(), schemaVersion: 1 })],
    ['has no schema', () => json({ ...good(), schemaVersion: undefined })],
    ['says another type', () => json({ ...good(), mediaType: OCI_INDEX })],
    ['has no config', () => json({ ...good(), config: undefined })],
    ['has a config without digest', () => json({ ...good(), config: { size: 1 } })],
    ['has layers that are no list', () => json({ ...good(), layers: {} })],
    ['has a layer of negative size', () => json({ ...good(), layers: [{ digest: digestOf('x'), size: -1 }] })],
    ['has a type with a NUL', () => json({ ...good(), artifactType: 'a\u0000b' })],
    ['has a malformed subject', () => json({ ...good(), subject: { digest: 'x', size: 1 } })],
  ])('answers MANIFEST_INVALID when it %s', async (_what, body) => {
    const answer = await put('v1', body());

    expect([answer.status, codesOf(answer)]).toEqual([400, ['MANIFEST_INVALID']]);
  });

  it.each(['application/json', 'application/vnd.docker.distribution.manifest.v1+json', 'text/plain'])(
    'answers MANIFEST_INVALID when its type is %s',
    async (type) => {
      expect(codesOf(await put('v1', json({ ...good(), mediaType: undefined }), type))).toEqual(['MANIFEST_INVALID']);
    },
  );

  it('answers 413 above the limit, and accepts exactly that size', async () => {
    const image = anImage({ layers: [] });
    await pushBlob(client, name, image.blobs[0]!);
    const padded = (size: number) => Buffer.concat([image.bytes, Buffer.alloc(size - image.bytes.length, ' ')]);

    const tooLarge = await put('v1', padded(LIMIT + 1));

    const unannounced = await client.put(`${name}/manifests/v1`, {
      body: Readable.from([padded(LIMIT), Buffer.from(' ')]),
      headers: { 'content-type': OCI_MANIFEST },
    });

    expect([tooLarge.status, codesOf(tooLarge)]).toEqual([413, ['SIZE_INVALID']]);
    expect([unannounced.status, codesOf(unannounced)]).toEqual([413, ['SIZE_INVALID']]);
    expect((await put('v1', padded(LIMIT))).status).toBe(201);
    expect((await get('v1')).bytes).toHaveLength(LIMIT);
  });

  it('answers DIGEST_INVALID when it has another digest than the path', async () => {
    const image = anImage();
    await Promise.all(image.blobs.map((blob) => pushBlob(client, name, blob)));

    for (const reference of [digestOf('other'), 'sha256:baddigeststring', 'md5:abc']) {
      expect(codesOf(await put(reference, image.bytes))).toEqual(['DIGEST_INVALID']);
    }
    expect(codesOf(await put(digestOf('other'), 'no manifest'))).toEqual(['MANIFEST_INVALID']);
    expect(codesOf(await put('sha256:baddigeststring', 'no manifest'))).toEqual(['DIGEST_INVALID']);
  });

  it('answers TAG_INVALID for a tag outside the grammar', async () => {
    for (const tag of ['-x', '.x', 'a'.repeat(129), 'ä', 'a+b']) {
      const answer = await put(encodeURIComponent(tag), anImage().bytes);
      expect([answer.status, codesOf(answer)]).toEqual([400, ['TAG_INVALID']]);
      expect(codesOf(await get(encodeURIComponent(tag)))).toEqual(['NAME_UNKNOWN']);
    }
    await pushImage(client, name, 'a'.repeat(128));
    expect(codesOf(await get('-x'))).toEqual(['MANIFEST_UNKNOWN']);
  });

  it('names each blob that is missing, and stores nothing', async () => {
    const image = anImage();
    await pushBlob(client, name, image.blobs[1]!);
    await pushBlob(client, `${fixture.path}/other`, image.blobs[0]!);

    const answer = await putManifest(client, name, 'v1', image);

    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual(['MANIFEST_BLOB_UNKNOWN', 'MANIFEST_BLOB_UNKNOWN']);
    const missing = answer.body.errors.map(({ detail }: { detail: { digest: string } }) => detail.digest);
    expect(missing).toEqual([digestOf(image.blobs[0]!), digestOf(image.blobs[2]!)]);
    expect(codesOf(await get(image.digest))).toEqual(['NAME_UNKNOWN']);
  });

  it('names the manifests that an index lists and that are missing', async () => {
    const [here, elsewhere] = [await pushImage(client, name, 'a'), await pushImage(client, `${name}2`, 'b')];

    const answer = await putManifest(client, name, 'multi', anIndex([here, elsewhere]));

    expect(answer.body.errors).toMatchObject([{ code: 'MANIFEST_BLOB_UNKNOWN', detail: { digest: elsewhere.digest } }]);
  });
});

describe('PUT /v2/:name/manifests/:reference with a subject', () => {
  it('sends OCI-Subject, whether the subject exists or not', async () => {
    const subject = await pushImage(client, name, 'v1');
    const missing = descriptorOf(OCI_MANIFEST, someBytes());

    for (const descriptor of [subject.descriptor, missing]) {
      const artifact = anImage({ fields: { subject: descriptor } });
      await Promise.all(artifact.blobs.map((blob) => pushBlob(client, name, blob)));
      const answer = await putManifest(client, name, artifact.digest, artifact);
      expect([answer.status, answer.headers['oci-subject']]).toEqual([201, descriptor.digest]);
    }
  });
});

describe('GET /v2/:name/manifests/:reference', () => {
  it('answers 404 for an unknown reference', async () => {
    expect(codesOf(await get('v1'))).toEqual(['NAME_UNKNOWN']);
    expect(codesOf(await get('sha256:baddigeststring'))).toEqual(['DIGEST_INVALID']);
    await pushImage(client, name, 'v1');

    expect(codesOf(await get('v2'))).toEqual(['MANIFEST_UNKNOWN']);
    expect(codesOf(await get(digestOf('nothing')))).toEqual(['MANIFEST_UNKNOWN']);
    expect(codesOf(await get('sha256:baddigeststring'))).toEqual(['DIGEST_INVALID']);
  });

  it('never cuts a tag at its end', async () => {
    const [short, long] = [await pushImage(client, name, '1'), await pushImage(client, name, '1.json')];

    expect((await get('1')).headers['docker-content-digest']).toBe(short.digest);
    expect((await get('1.json')).headers['docker-content-digest']).toBe(long.digest);
  });
});

describe('DELETE /v2/:name/manifests/:reference', () => {
  it('removes the tag only, by tag', async () => {
    const image = await pushImage(client, name, 'a');
    await putManifest(client, name, 'b', image);

    expect((await client.delete(`${name}/manifests/a`)).status).toBe(202);
    expect(codesOf(await get('a'))).toEqual(['MANIFEST_UNKNOWN']);
    expect((await get('b')).status).toBe(200);
    expect((await client.delete(`${name}/tags/reference/b`)).status).toBe(202);
    expect((await get(image.digest)).status).toBe(200);
    expect((await client.get(`${name}/tags/list`)).body).toEqual({ name, tags: [] });
    for (const path of ['manifests/a', 'tags/reference/b', 'manifests/-x']) {
      expect(codesOf(await client.delete(`${name}/${path}`))).toEqual(['MANIFEST_UNKNOWN']);
    }
  });

  it('removes the manifest and every tag on it, by digest; an index that lists it stays', async () => {
    const image = await pushImage(client, name, 'a');
    await putManifest(client, name, 'b', image);
    const index = anIndex([image]);
    await putManifest(client, name, 'multi', index);

    expect((await client.delete(`${name}/manifests/${image.digest}`)).status).toBe(202);
    expect(codesOf(await get(image.digest))).toEqual(['MANIFEST_UNKNOWN']);
    expect((await client.get(`${name}/tags/list`)).body.tags).toEqual(['multi']);
    expect((await get('multi')).bytes.equals(index.bytes)).toBe(true);
    expect(codesOf(await client.delete(`${name}/manifests/${image.digest}`))).toEqual(['MANIFEST_UNKNOWN']);
    expect(codesOf(await client.delete(`${name}/manifests/sha256:short`))).toEqual(['DIGEST_INVALID']);
  });

  it('requires Maintainer, and writes an audit event', async () => {
    const image = await pushImage(client, name, 'a');
    const developer = registryAs(app, await aMemberOf(app, fixture, DEVELOPER));

    const refused = await developer.delete(`${name}/manifests/a`);
    await client.delete(`${name}/manifests/${image.digest}`);
    const events = await fixture.owner.api.get(`projects/${fixture.project.id}/audit_events`);

    expect(refused.status).toBe(401);
    expect(events.body[0]).toMatchObject({
      author_id: fixture.owner.id,
      details: { custom_message: 'Image manifest deleted', target_details: `${name}@${image.digest}` },
    });
  });

  it('records the deleted tag for a restore, as a push over a tag does', async () => {
    const first = await pushImage(client, name, 'a');
    const second = await pushImage(client, name, 'a');
    await client.delete(`${name}/manifests/a`);

    const rows = await app.sql(
      `select h.name, h.digest, h.reason, h.author_id, h.author_name,
              h.restorable_until > now() + interval '23 hours' as kept
       from container_tag_history h join container_repositories c on c.id = h.repository_id
       where c.project_id = $1 and c.name = $2 order by h.id`,
      [fixture.project.id, name.split('/').at(-1)],
    );

    const by = { author_id: fixture.owner.id, author_name: fixture.owner.username, kept: true };
    expect(rows).toEqual([
      { name: 'a', digest: first.digest, reason: 'overwritten', ...by },
      { name: 'a', digest: second.digest, reason: 'deleted', ...by },
    ]);
  });
});

describe('PUT /v2/:name/manifests/:reference by many at once', () => {
  it('answers 201 to different manifests for one tag, and one of them is the tag', async () => {
    const images = Array.from({ length: 6 }, () => anImage({ layers: [] }));
    await Promise.all(images.map(({ blobs }) => pushBlob(client, name, blobs[0]!)));

    const answers = await Promise.all(images.map((image) => putManifest(client, name, 'latest', image)));

    expect(answers.map(({ status }) => status)).toEqual(images.map(() => 201));
    expect(images.map(({ digest }) => digest)).toContain((await get('latest')).headers['docker-content-digest']);
    for (const { digest } of images) {
      expect((await get(digest)).status).toBe(200);
    }
  });

  it('creates one repository for one new name', async () => {
    const images = Array.from({ length: 6 }, () => anImage({ layers: [] }));

    const answers = await Promise.all(
      images.map(async (image, index) => {
        await pushBlob(client, name, image.blobs[0]!);
        return putManifest(client, name, `v${index}`, image);
      }),
    );

    expect(answers.map(({ status }) => status)).toEqual(images.map(() => 201));
    const rows = await app.sql('select 1 from container_repositories where project_id = $1 and name = $2', [
      fixture.project.id,
      name.split('/').at(-1),
    ]);
    expect(rows).toHaveLength(1);
    expect((await client.get(`${name}/tags/list`)).body.tags).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5']);
  });

  it('leaves nothing torn beside deletes of the same tags', async () => {
    const images = Array.from({ length: 4 }, () => anImage({ layers: [] }));
    await Promise.all(images.map(({ blobs }) => pushBlob(client, name, blobs[0]!)));
    await putManifest(client, name, 'x', images[0]!);

    const answers = await Promise.all([
      ...images.map((image) => putManifest(client, name, 'x', image)),
      ...images.map(() => client.delete(`${name}/manifests/x`)),
      ...images.map(({ digest }) => client.delete(`${name}/manifests/${digest}`)),
    ]);

    expect(answers.every(({ status }) => [201, 202, 404].includes(status))).toBe(true);
  });
});

describe('PUT and DELETE /v2/:name/manifests/:reference under tag rules', () => {
  const rule = (tagPattern: string, repositoryPattern = '.*') =>
    app.sql(`insert into container_tag_rules (project_id, tag_pattern, repository_pattern) values ($1, $2, $3)`, [
      fixture.project.id,
      tagPattern,
      repositoryPattern,
    ]);
  const expectHeld = (answer: OciAnswer) => {
    expect(answer).toMatchObject({ status: 403, body: { errors: [{ code: 'DENIED', message: 'tag is immutable' }] } });
  };

  it('refuse to move or delete a tag that a rule holds, and to delete its manifest', async () => {
    const image = await pushImage(client, name, 'release-1');
    await rule('release-.*', name.split('/').at(-1));
    const other = anImage({ layers: [] });
    await pushBlob(client, name, other.blobs[0]!);

    expectHeld(await putManifest(client, name, 'release-1', other));
    expectHeld(await client.delete(`${name}/manifests/release-1`));
    expectHeld(await client.delete(`${name}/tags/reference/release-1`));
    expectHeld(await client.delete(`${name}/manifests/${image.digest}`));
    expect((await putManifest(client, name, 'release-1', image)).status).toBe(201);
    expect((await putManifest(client, name, 'release-2', other)).status).toBe(201);
    expect((await putManifest(client, name, 'latest', other)).status).toBe(201);
    expect((await client.delete(`${name}/manifests/latest`)).status).toBe(202);
    expect((await get('release-1')).headers['docker-content-digest']).toBe(image.digest);
  });

  it('let one of two racing pushes set a new tag', async () => {
    await rule('race', name.split('/').at(-1));
    const images = Array.from({ length: 5 }, () => anImage({ layers: [] }));
    await Promise.all(images.map(({ blobs }) => pushBlob(client, name, blobs[0]!)));

    const answers = await Promise.all(images.map((image) => putManifest(client, name, 'race', image)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
  });
});

describe('PUT /v2/:name/... under container_registry_size_limit', () => {
  const limited = async (bytes: number): Promise<RegistryProject> => {
    const project = await aRegistryProject(app);
    await app.admin.put(`projects/${project.project.id}`, { container_registry_size_limit: bytes });
    return project;
  };
  const expectExceeded = (answer: OciAnswer, limit: number) => {
    expect(answer).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'DENIED', message: `size limit of ${limit} bytes exceeded` }] },
    });
  };
  const upload = (to: RegistryProject, bytes: Buffer) =>
    to.registry.post(`${to.path}/blobs/uploads/?digest=${digestOf(bytes)}`, { body: bytes });

  it('refuses the blob and the manifest that would exceed it; content counts once', async () => {
    const to = await limited(3000);
    const image: BuiltManifest = anImage({ layers: [someBytes(2000)] });
    await upload(to, image.blobs[1]!);

    expect((await upload(to, image.blobs[1]!)).status).toBe(201);
    expectExceeded(await upload(to, someBytes(1001)), 3000);
    expect((await upload(to, image.blobs[0]!)).status).toBe(201);
    const filler = someBytes(3000 - 2000 - image.blobs[0]!.length);
    expect((await upload(to, filler)).status).toBe(201);
    expectExceeded(await putManifest(to.registry, to.path, 'v1', image), 3000);
    expect((await to.registry.delete(`${to.path}/blobs/${digestOf(filler)}`)).status).toBe(202);
    expect((await putManifest(to.registry, to.path, 'v1', image)).status).toBe(201);
  });

  it('refuses for parallel pushes, and for upload sessions', async () => {
    const to = await limited(5000);

    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(to, someBytes(1000))));
    const location = String((await to.registry.post(`${to.path}/blobs/uploads/`)).headers.location);
    const bytes = someBytes(10);
    const session = await to.registry.put(`${location}?digest=${digestOf(bytes)}`, { body: bytes });

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403, 403]);
    expectExceeded(session, 5000);
  });
});
