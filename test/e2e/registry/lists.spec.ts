import {
  anImage,
  anIndex,
  digestOf,
  OCI_CONFIG,
  OCI_INDEX,
  OCI_MANIFEST,
  pushBlob,
  pushImage,
  putManifest,
  someBytes,
} from '../../builders/images.js';
import type { BuiltManifest } from '../../builders/images.js';
import { aGroup, aProject, unique } from '../../builders/records.js';
import { aRegistryProject, registryAs } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { RegistryClient, codesOf } from '../../support/registry-client.js';
import type { OciAnswer } from '../../support/registry-client.js';

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

async function tagged(...tags: string[]): Promise<BuiltManifest> {
  const image = await pushImage(client, name, tags[0] ?? 'v1', anImage({ layers: [] }));
  for (const tag of tags.slice(1)) {
    await putManifest(client, name, tag, image);
  }
  return image;
}

/** Follows `Link` to the end; answers the pages. */
async function pagesOf(start: string, key: string, extra = {}): Promise<string[][]> {
  const pages: string[][] = [];
  let path: string | undefined = start;
  while (path !== undefined) {
    const { body, headers }: OciAnswer = await client.get(path, extra);
    pages.push(body[key]);
    path = /^<(\/v2\/[^>]+)>; rel="next"$/.exec(headers.link?.toString() ?? '')?.[1];
  }
  return pages;
}

describe('GET /v2/:name/tags/list', () => {
  it('lists in byte order', async () => {
    await tagged('b', 'a', 'B', '_x', '10', '9', 'a.b', 'a-b', 'a_b', 'aa');

    const answer = await client.get(`${name}/tags/list`);

    expect(answer.body).toEqual({ name, tags: ['10', '9', 'B', '_x', 'a', 'a-b', 'a.b', 'a_b', 'aa', 'b'] });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers.link).toBeUndefined();
  });

  it('is paged by Link headers', async () => {
    await tagged('a', 'b', 'c', 'd', 'e');

    expect(await pagesOf(`/v2/${name}/tags/list?n=2`, 'tags')).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(await pagesOf(`/v2/${name}/tags/list?n=5`, 'tags')).toEqual([['a', 'b', 'c', 'd', 'e']]);
    expect((await client.get(`${name}/tags/list?n=2&last=b`)).headers.link).toBe(
      `</v2/${name}/tags/list?last=d&n=2>; rel="next"`,
    );
  });

  it('continues after a name that need not exist', async () => {
    await tagged('a', 'b', 'c');
    const after = async (last: string) => (await client.get(`${name}/tags/list?last=${last}`)).body.tags;

    expect([await after('a'), await after('aa'), await after('c'), await after('')]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
      [],
      ['a', 'b', 'c'],
    ]);
  });

  it('takes whole numbers alone; n=0 is an empty list without link', async () => {
    await tagged('a', 'b');

    const none = await client.get(`${name}/tags/list?n=0`);

    expect([none.body, none.headers.link]).toEqual([{ name, tags: [] }, undefined]);
    for (const n of ['-1', 'x', '1.5', '', '1e3']) {
      const answer = await client.get(`${name}/tags/list?n=${n}`);
      expect([answer.status, codesOf(answer)]).toEqual([400, ['PAGINATION_NUMBER_INVALID']]);
    }
    expect((await client.get(`${name}/tags/list?n=99999999999999999999`)).body.tags).toEqual(['a', 'b']);
  });

  it('answers 404 for a repository without a manifest', async () => {
    expect(codesOf(await client.get(`${name}/tags/list`))).toEqual(['NAME_UNKNOWN']);
  });
});

describe('GET /v2/_catalog', () => {
  const admin = () => new RegistryClient(app.url, { username: 'root', secret: ADMIN_TOKEN });

  it('lists the repositories of all projects by their present path in byte order, page by page', async () => {
    const owner = fixture.owner;
    const group = await aGroup(owner.api, { path: unique('cat') });
    const project = await aProject(owner.api, { path: 'p', namespace_id: group.id, visibility: 'private' });
    const other = await aProject(owner.api, { path: 'p-x', namespace_id: group.id, visibility: 'private' });
    const root = `${group.full_path}/p`;
    for (const repository of [`${root}/z`, root, `${root}-x`, `${root}/a/b`, `${root}/a`]) {
      await pushImage(client, repository, 'v1', anImage({ layers: [] }));
    }
    await pushBlob(client, `${root}/unseen`, someBytes());
    const token = await admin().token('registry:catalog:*');
    const ours = (pages: string[][]) => pages.flat().filter((path) => path.startsWith(group.full_path));

    const expected = [root, `${root}-x`, `${root}/a`, `${root}/a/b`, `${root}/z`];
    expect(ours(await pagesOf('/v2/_catalog?n=2', 'repositories', { token }))).toEqual(expected);
    expect(ours(await pagesOf('/v2/_catalog', 'repositories', { token }))).toEqual(expected);
    await owner.api.put(`projects/${project.id}`, { path: 'renamed' });
    await app.admin.delete(`projects/${other.id}`);
    expect(ours(await pagesOf('/v2/_catalog', 'repositories', { token }))).toEqual(
      ['', '/a', '/a/b', '/z'].map((rest) => `${group.full_path}/renamed${rest}`),
    );
  });

  it('lists no repository whose manifests are all gone', async () => {
    const { digest } = await tagged('v1');
    const listed = async () => {
      const token = await admin().token('registry:catalog:*');
      return (await pagesOf('/v2/_catalog', 'repositories', { token })).flat().includes(name);
    };
    const before = await listed();
    await client.delete(`${name}/manifests/${digest}`);

    expect([before, await listed()]).toEqual([true, false]);
  });

  it('takes whole numbers alone', async () => {
    const token = await admin().token('registry:catalog:*');
    const get = (n: string) => client.get(`/v2/_catalog?n=${n}`, { token });

    const none = await get('0');
    expect([none.body, none.headers.link]).toEqual([{ repositories: [] }, undefined]);
    expect(codesOf(await get('-1'))).toEqual(['PAGINATION_NUMBER_INVALID']);
    expect(codesOf(await get('many'))).toEqual(['PAGINATION_NUMBER_INVALID']);
    expect((await get('5000')).status).toBe(200);
  });

  it('answers tokens of administrators with that scope', async () => {
    const owners = await client.token();
    const repository = await client.token(`repository:${fixture.path}:pull`);

    const answers = await Promise.all([null, owners, repository].map((token) => client.get('/v2/_catalog', { token })));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const challenge = `Bearer realm="${app.url}/jwt/auth",service="container_registry",scope="registry:catalog:*"`;
    expect(answers[0]!.headers['www-authenticate']).toBe(challenge);
    expect(answers[1]!.headers['www-authenticate']).toBe(`${challenge},error="insufficient_scope"`);
  });

  it('refuses the token of one who is no longer an administrator', async () => {
    const { owner } = await aRegistryProject(app);
    await app.admin.put(`users/${owner.id}`, { admin: true });
    const token = await registryAs(app, owner).token('registry:catalog:*');
    const before = await client.get('/v2/_catalog', { token });
    await app.admin.put(`users/${owner.id}`, { admin: false });

    expect([before.status, (await client.get('/v2/_catalog', { token })).status]).toEqual([200, 401]);
  });
});

describe('GET /v2/:name/referrers/:digest', () => {
  const artifact = (subject: BuiltManifest, fields: object = {}, configType = 'application/vnd.oci.empty.v1+json') =>
    anImage({ configType, layers: [], fields: { subject: subject.descriptor, ...fields } });
  const referrers = (digest: string, query = '') => client.get(`${name}/referrers/${digest}${query}`);

  it('answers an empty index when there is none, for unknown names and digests too', async () => {
    await tagged('v1');

    for (const path of [`${name}/referrers/${digestOf('x')}`, `${fixture.path}/nowhere/referrers/${digestOf('x')}`]) {
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(OCI_INDEX);
      expect(answer.body).toEqual({ schemaVersion: 2, mediaType: OCI_INDEX, manifests: [] });
    }
    expect(codesOf(await referrers('sha256:nope'))).toEqual(['DIGEST_INVALID']);
  });

  it('describes what refers to a manifest, and filters by type', async () => {
    const subject = await tagged('v1');
    const annotations = { 'org.example.made': 'yes', nothing: '' };
    const typed = artifact(subject, { artifactType: 'application/vnd.example.sbom', annotations });
    const untyped = artifact(subject, {}, OCI_CONFIG);
    const index = anIndex([], { subject: subject.descriptor });
    const typedIndex = anIndex([], {
      subject: subject.descriptor,
      artifactType: 'application/vnd.example.set',
      annotations,
    });
    for (const manifest of [typed, untyped, index, typedIndex]) {
      await pushImage(client, name, manifest.digest, manifest);
    }
    await pushImage(client, name, 'unrelated');

    const all = await referrers(subject.digest);
    const some = await referrers(subject.digest, '?artifactType=application/vnd.example.sbom');

    expect(all.body.manifests).toEqual([
      { ...typed.descriptor, artifactType: 'application/vnd.example.sbom', annotations },
      { ...untyped.descriptor, artifactType: OCI_CONFIG },
      index.descriptor,
      { ...typedIndex.descriptor, artifactType: 'application/vnd.example.set', annotations },
    ]);
    expect(all.headers['oci-filters-applied']).toBeUndefined();
    expect(some.body.manifests.map(({ digest }: BuiltManifest) => digest)).toEqual([typed.digest]);
    expect(some.headers['oci-filters-applied']).toBe('artifactType');
    await client.delete(`${name}/manifests/${typed.digest}`);
    expect((await referrers(subject.digest)).body.manifests).toHaveLength(3);
  });

  it('leaves out annotations that are no texts, however deep they are nested', async () => {
    const subject = await tagged('v1');
    const depth = 50_000;
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const built = artifact(subject, { annotations: { kept: 'yes', number: 1, deep: 'DEEP' } });
    const bytes = Buffer.from(built.bytes.toString().replace('"DEEP"', deep));
    await Promise.all(built.blobs.map((blob) => pushBlob(client, name, blob)));

    const pushed = await putManifest(client, name, digestOf(bytes), { ...built, bytes });
    await putManifest(client, name, subject.digest.replace(':', '-'), {
      ...anIndex([]),
      bytes: Buffer.from(
        `{"schemaVersion":2,"mediaType":"${OCI_INDEX}","annotations":{"deep":${deep}},"manifests":[]}`,
      ),
    });
    const { body } = await referrers(subject.digest);

    expect(pushed.status).toBe(201);
    expect(body.manifests).toMatchObject([{ digest: digestOf(bytes), annotations: { kept: 'yes' } }]);
    expect(body.manifests[0].annotations).not.toHaveProperty('deep');
  });

  it('merges in what clients keep under the fallback tag, each once', async () => {
    const subject = await tagged('v1');
    const own = artifact(subject, { artifactType: 'a/own' });
    const old = anImage({ configType: 'a/old', layers: [] });
    await pushImage(client, name, own.digest, own);
    await pushImage(client, name, old.digest, old);
    const fallback = anIndex([own, old]);
    await putManifest(client, name, subject.digest.replace(':', '-'), fallback);

    const { body } = await referrers(subject.digest);

    expect(body.manifests.map(({ digest }: BuiltManifest) => digest)).toEqual([own.digest, old.digest]);
  });

  it('finds the referrers of a manifest that is pushed later', async () => {
    const subject = anImage({ layers: [] });
    const early = artifact(subject);
    await pushImage(client, name, early.digest, early);

    expect((await referrers(subject.digest)).body.manifests).toHaveLength(1);
    await pushImage(client, name, 'v1', subject);
    expect((await referrers(subject.digest)).body.manifests).toMatchObject([{ mediaType: OCI_MANIFEST }]);
  });
});
