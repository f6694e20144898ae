import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { upload } from '../../builders/packages.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { ApiClient } from '../../support/api-client.js';
import { DEVELOPER, GUEST, MAINTAINER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGE_MAX_MAVEN_BYTES: '1000000' } });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const digest = (algorithm: string, bytes: string) => createHash(algorithm).update(bytes).digest('hex');
const pathIn = (path: string, of: TestProject = project) => `projects/${of.id}/packages/maven/${path}`;
const put = (path: string, bytes = 'bytes', api: ApiClient = owner.api, of = project) =>
  upload(api, pathIn(path, of), bytes);
const get = (path: string, of = project) => owner.api.get(pathIn(path, of));

const metadataOf = (artifact: string, ...versions: string[]) =>
  `<metadata><groupId>org.acme</groupId><artifactId>${artifact}</artifactId><versioning><release>${versions.at(-1)}</release>` +
  `<versions>${versions.map((version) => `<version>${version}</version>`).join('')}</versions>` +
  '<lastUpdated>20200101000000</lastUpdated></versioning></metadata>';
const versionsIn = (xml: string) => [...xml.matchAll(/<version>(.*?)<\/version>/g)].map(([, version]) => version);

/** What a client sends for a version: its files, then the metadata as it last saw it with this version. */
async function deploy(artifact: string, version: string, seen: readonly string[], of = project) {
  const file = await put(
    `org/acme/${artifact}/${version}/${artifact}-${version}.jar`,
    `${artifact} ${version}`,
    owner.api,
    of,
  );
  const sent = metadataOf(artifact, ...seen, version);
  const metadata = await put(`org/acme/${artifact}/maven-metadata.xml`, sent, owner.api, of);
  const sum = await put(`org/acme/${artifact}/maven-metadata.xml.sha1`, digest('sha1', sent), owner.api, of);
  return [file.status, metadata.status, sum.status];
}
const packageIdOf = async (name: string, version: string, of = project): Promise<number> =>
  (
    await owner.api.get(
      `projects/${of.id}/packages?package_name=${encodeURIComponent(name)}&package_version=${version}`,
    )
  ).body[0].id;

describe('PUT and GET /projects/:id/packages/maven/*path', () => {
  it('stores a file under the name and version of its path', async () => {
    const stored = await put('org/acme/app/1.0/app-1.0.jar', 'a jar');
    const read = await get('org/acme/app/1.0/app-1.0.jar');

    expect(stored).toMatchObject({ status: 200, body: { message: '200 OK' } });
    expect(read).toMatchObject({ status: 200, text: 'a jar' });
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-length': '5',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="app-1.0.jar"',
      etag: `"${digest('sha256', 'a jar')}"`,
      'x-checksum-sha256': digest('sha256', 'a jar'),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect((await owner.api.get(`projects/${project.id}/packages?package_type=maven`)).body).toMatchObject([
      { name: 'org/acme/app', version: '1.0', package_type: 'maven', status: 'default' },
    ]);
  });

  it('answers HEAD, ranges and 304', async () => {
    const path = pathIn('org/acme/app/1.1/app-1.1.jar');
    await upload(owner.api, path, '0123456789');
    const part = await owner.api.get(path, { headers: { Range: 'bytes=2-4' } });
    const etag = part.headers.get('etag')!;

    expect(part).toMatchObject({ status: 206, text: '234' });
    expect(await owner.api.head(path)).toMatchObject({ status: 200, text: '' });
    expect((await owner.api.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('serves descriptions as XML', async () => {
    await put('org/acme/app/1.0/app-1.0.pom', '<project/>');
    await put('org/acme/app/1-SNAPSHOT/maven-metadata.xml', '<metadata/>');

    for (const path of ['org/acme/app/1.0/app-1.0.pom', 'org/acme/app/1-SNAPSHOT/maven-metadata.xml']) {
      expect((await get(path)).headers.get('content-type')).toBe('application/xml');
    }
  });

  it('keeps every upload of a name and serves the newest', async () => {
    await put('org/acme/again/1.0/again-1.0.jar', 'first');
    await put('org/acme/again/1.0/again-1.0.jar', 'second');
    const id = await packageIdOf('org/acme/again', '1.0');

    expect((await get('org/acme/again/1.0/again-1.0.jar')).text).toBe('second');
    expect((await owner.api.get(`projects/${project.id}/packages/${id}/package_files`)).body).toHaveLength(2);
  });

  it('compares digests that are sent, and stores none', async () => {
    const file = 'org/acme/sums/1.0/sums-1.0.jar';
    await put(file, 'sums');
    const answers = await Promise.all(
      (['sha1', 'sha256', 'sha512'] as const).flatMap((name) => [
        put(`${file}.${name}`, digest(name, 'sums')),
        put(`${file}.${name}`, digest(name, 'other')),
        put(`${file}x.${name}`, digest(name, 'sums')),
      ]),
    );
    const id = await packageIdOf('org/acme/sums', '1.0');

    expect(answers.map(({ status }) => status)).toEqual([204, 409, 404, 204, 409, 404, 204, 409, 404]);
    expect(answers[1]!.body).toEqual({ message: '409 Conflict' });
    expect(await put(`${file}.md5`, 'anything')).toMatchObject({ status: 200, text: '' });
    expect((await owner.api.get(`projects/${project.id}/packages/${id}/package_files`)).body).toHaveLength(1);
  });

  it.each(['md5', 'sha1', 'sha256', 'sha512'])('serves the %s of a file as text', async (name) => {
    await put('org/acme/text/1.0/text-1.0.jar', 'text');
    const answer = await get(`org/acme/text/1.0/text-1.0.jar.${name}`);

    expect(answer).toMatchObject({ status: 200, text: digest(name, 'text') });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('cache-control')).toBe('max-age=0, private, must-revalidate');
  });

  it.each([
    'app-1.0.jar',
    'org/acme/app/1.0/a%20b.jar',
    'org/acme/%2e%2e/1.0/a.jar',
    'org/acme/app/1.0/..%2f..%2fa.jar',
    'org/acme/app/1.0/a%5Cb.jar',
    'org/acme/app/1.0/a%2Fb.jar',
    'org%2facme/app/1.0/a.jar',
    'org/acme/app/1.0/%0A',
    'org/%C3%A4/app/1.0/a.jar',
    `org/${'x'.repeat(256)}/1.0/a.jar`,
  ])('answers 400 for %s', async (path) => {
    expect((await sendRaw('PUT', pathIn(path))).status).toBe(400);
    expect((await sendRaw('GET', pathIn(path))).status).toBe(400);
  });

  it('answers 404 for an unknown file', async () => {
    for (const path of [
      'org/acme/app/1.0/none.jar',
      'org/acme/none/maven-metadata.xml',
      'org/acme/app/1.0/none.jar.sha1',
    ]) {
      expect(await get(path)).toMatchObject({ status: 404, body: { message: '404 Package File Not Found' } });
    }
  });

  it('refuses what is too large, announced or not', async () => {
    const refusal = { status: 400, body: { message: '400 Bad request - File is too large' } };

    expect(await put('org/acme/large/1.0/large-1.0.jar', 'x'.repeat(1_000_001))).toMatchObject(refusal);
    expect(await sendChunked(pathIn('org/acme/large/1.0/large-1.0.jar'), Buffer.alloc(300_000), 4)).toBe(400);
    expect((await get('org/acme/large/1.0/large-1.0.jar')).status).toBe(404);
  });

  it('makes one package of parallel uploads of a version', async () => {
    const files = Array.from({ length: 20 }, (_, n) => `org/acme/many/1.0/many-1.0-${n}.jar`);
    const stored = await Promise.all(files.map((file) => put(file, file)));
    const found = (await owner.api.get(`projects/${project.id}/packages?package_name=acme/many`)).body;

    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set([200]));
    expect(found).toHaveLength(1);
  });
});

describe('maven-metadata.xml of all versions', () => {
  const xmlOf = async (artifact: string) => (await get(`org/acme/${artifact}/maven-metadata.xml`)).text;

  it('is a versionless package and is served as it was sent', async () => {
    expect(await deploy('plain', '1.0', [])).toEqual([200, 200, 204]);

    expect(await xmlOf('plain')).toBe(metadataOf('plain', '1.0'));
    expect((await owner.api.get(`projects/${project.id}/packages?package_name=acme/plain`)).body).toHaveLength(1);
    expect(
      (await owner.api.get(`projects/${project.id}/packages?package_name=acme/plain&include_versionless=true`)).body,
    ).toMatchObject([{ version: '1.0' }, { version: '' }]);
  });

  it('keeps the versions of deploys that raced, with the digests of what is served', async () => {
    const done = await Promise.all(['1.0', '1.1', '1.2'].map((version) => deploy('raced', version, [])));
    const served = await get('org/acme/raced/maven-metadata.xml');

    expect(done).toEqual(Array.from({ length: 3 }, () => [200, 200, 204]));
    expect(versionsIn(served.text)).toEqual(['1.0', '1.1', '1.2']);
    expect(served.text).toContain('<latest>1.2</latest>');
    expect(served.text).toContain('<release>1.2</release>');
    expect(served.headers.get('content-type')).toBe('application/xml');
    expect(served.headers.get('x-checksum-sha256')).toBe(digest('sha256', served.text));
    for (const name of ['md5', 'sha1', 'sha256', 'sha512']) {
      expect((await get(`org/acme/raced/maven-metadata.xml.${name}`)).text).toBe(digest(name, served.text));
    }
  });

  it('answers ranges, HEAD and 304 of what is merged', async () => {
    const path = pathIn('org/acme/raced/maven-metadata.xml');
    const whole = await owner.api.get(path);
    const part = await owner.api.get(path, { headers: { Range: 'bytes=0-4' } });
    const etag = whole.headers.get('etag')!;

    expect(part).toMatchObject({ status: 206, text: '<?xml' });
    expect((await owner.api.head(path)).headers.get('content-length')).toBe(String(whole.text.length));
    expect((await owner.api.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('loses a version with its deletion and gets it back with a new one', async () => {
    await deploy('gone', '1.0', []);
    await deploy('gone', '1.1', ['1.0']);
    await owner.api.delete(`projects/${project.id}/packages/${await packageIdOf('org/acme/gone', '1.1')}`);
    const left = await xmlOf('gone');
    await deploy('gone', '1.1', ['1.0']);

    expect(versionsIn(left)).toEqual(['1.0']);
    expect(left).toContain('<release>1.0</release>');
    expect(/<lastUpdated>(\d+)/.exec(left)![1]! > '20200101000000').toBe(true);
    expect(versionsIn(await xmlOf('gone'))).toEqual(['1.0', '1.1']);
  });

  it('loses a version with its last file', async () => {
    await deploy('emptied', '1.0', []);
    await deploy('emptied', '1.1', ['1.0']);
    const id = await packageIdOf('org/acme/emptied', '1.1');
    const [file] = (await owner.api.get(`projects/${project.id}/packages/${id}/package_files`)).body;
    await owner.api.delete(`projects/${project.id}/packages/${id}/package_files/${file.id}`);

    expect(versionsIn((await get('org/acme/emptied/maven-metadata.xml')).text)).toEqual(['1.0']);
    await put('org/acme/emptied/1.1/emptied-1.1.jar');
    expect(versionsIn((await get('org/acme/emptied/maven-metadata.xml')).text)).toEqual(['1.0', '1.1']);
  });

  it('does not list a deleted version again that a client still knows', async () => {
    await deploy('stale', '1.0', []);
    await owner.api.delete(`projects/${project.id}/packages/${await packageIdOf('org/acme/stale', '1.0')}`);
    await deploy('stale', '1.1', ['1.0']);

    expect(versionsIn(await xmlOf('stale'))).toEqual(['1.1']);
  });

  it('has no version when the last was deleted', async () => {
    await deploy('last', '1.0', []);
    await owner.api.delete(`projects/${project.id}/packages/${await packageIdOf('org/acme/last', '1.0')}`);

    expect(versionsIn(await xmlOf('last'))).toEqual([]);
  });

  it('lists what it announces before it is there', async () => {
    await put('org/acme/ahead/maven-metadata.xml', metadataOf('ahead', '1.0', '2.0'));
    await put('org/acme/ahead/1.0/ahead-1.0.jar');

    expect(await xmlOf('ahead')).toBe(metadataOf('ahead', '1.0', '2.0'));
  });

  it.each(['no xml', '<metadata>', '<metadata><plugins><plugin><name>p</name></plugin></plugins></metadata>'])(
    'is served as it was sent: %s',
    async (sent) => {
      const artifact = unique('odd');
      await put(`org/acme/${artifact}/1.0/x.jar`);
      await put(`org/acme/${artifact}/maven-metadata.xml`, sent);

      expect(await xmlOf(artifact)).toBe(sent);
    },
  );
});

describe('rights of /projects/:id/packages/maven', () => {
  const file = 'org/acme/rights/1.0/rights-1.0.jar';

  it('reads with Reporter and publishes with Developer', async () => {
    const hidden = await aProject(owner.api, { namespace_id: group.id });
    await put(file, 'r', owner.api, hidden);
    const statuses = async (level: number) => {
      const { api } = await aMember(app, { project: hidden }, level);
      return [(await api.get(pathIn(file, hidden))).status, (await put(file, 'r', api, hidden)).status];
    };
    const stranger = await aUser(app);

    expect(await statuses(GUEST)).toEqual([403, 403]);
    expect(await statuses(REPORTER)).toEqual([200, 403]);
    expect(await statuses(DEVELOPER)).toEqual([200, 200]);
    expect(await stranger.api.get(pathIn(file, hidden))).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
  });

  it('asks anonymous clients and those with a wrong token for credentials', async () => {
    const open = await aProject(owner.api, { visibility: 'public' });
    await put(file, 'open', owner.api, open);

    expect((await app.anonymous.get(pathIn(file, open))).text).toBe('open');
    for (const answer of [
      await app.anonymous.get(pathIn(file)),
      await put(file, 'x', app.anonymous, open),
      await app.as('wrong').get(pathIn(file, open)),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Slipway Packages"');
    }
  });

  it('reads archived projects and refuses to publish to them', async () => {
    const archived = await aProject(owner.api);
    await put(file, 'old', owner.api, archived);
    await owner.api.post(`projects/${archived.id}/archive`);

    expect((await get(file, archived)).status).toBe(200);
    expect(await put(file, 'x', owner.api, archived)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });
});

describe('GET /groups/:id/-/packages/maven/*path', () => {
  let top: TestGroup;
  let [older, newer, hidden]: TestProject[] = [];
  beforeAll(async () => {
    top = await aGroup(owner.api);
    const below = await aGroup(owner.api, { parent_id: top.id });
    older = await aProject(owner.api, { namespace_id: top.id });
    newer = await aProject(owner.api, { namespace_id: below.id });
    hidden = await aProject(owner.api, { namespace_id: top.id, packages_enabled: false });
    await deploy('shared', '1.0', [], older);
    await deploy('shared', '1.1', [], older);
    await deploy('shared', '1.1', [], newer);
    await put('org/acme/shared/1.1/shared-1.1.jar', 'newer', owner.api, newer);
  });
  const inGroup = (path: string, prefix = 'groups') => `${prefix}/${top.id}/-/packages/maven/${path}`;

  it('finds packages of all its projects, the newest first', async () => {
    expect((await owner.api.get(inGroup('org/acme/shared/1.0/shared-1.0.jar'))).text).toBe('shared 1.0');
    expect((await owner.api.get(inGroup('org/acme/shared/1.1/shared-1.1.jar', 'group'))).text).toBe('newer');
    expect((await owner.api.head(inGroup('org/acme/shared/1.1/shared-1.1.jar'))).status).toBe(200);
    expect((await owner.api.get(inGroup('org/acme/shared/9/shared-9.jar'))).status).toBe(404);
  });

  it('lists the versions of all its projects', async () => {
    expect(versionsIn((await owner.api.get(inGroup('org/acme/shared/maven-metadata.xml'))).text)).toEqual([
      '1.0',
      '1.1',
    ]);
  });

  it('leaves out projects whose packages the caller may not read', async () => {
    const guest = await aMember(app, { project: older! }, REPORTER);
    const [reporter, nobody] = [
      await aMember(app, { group: top }, REPORTER),
      await aMember(app, { group: top }, GUEST),
    ];
    await app.sql('update projects set packages_enabled = true where id = $1', [hidden!.id]);
    await put('org/acme/off/1.0/off-1.0.jar', 'off', owner.api, hidden);
    await app.sql('update projects set packages_enabled = false where id = $1', [hidden!.id]);

    expect((await reporter.api.get(inGroup('org/acme/off/1.0/off-1.0.jar'))).status).toBe(404);
    expect((await reporter.api.get(inGroup('org/acme/shared/1.0/shared-1.0.jar'))).status).toBe(200);
    expect(await nobody.api.get(inGroup('org/acme/shared/1.0/shared-1.0.jar'))).toMatchObject({ status: 403 });
    expect(await guest.api.get(inGroup('org/acme/shared/1.0/shared-1.0.jar'))).toMatchObject({
      status: 404,
      body: { message: '404 Group Not Found' },
    });
    expect((await app.anonymous.get(inGroup('org/acme/shared/1.0/shared-1.0.jar'))).status).toBe(401);
    expect((await app.as('wrong').get(inGroup('org/acme/shared/1.0/shared-1.0.jar'))).status).toBe(401);
  });

  it('takes no upload', async () => {
    expect((await upload(owner.api, inGroup('org/acme/shared/2.0/shared-2.0.jar'))).status).toBe(405);
  });

  it('reads with deploy tokens of the group', async () => {
    const make = async (path: string, scope: string) =>
      (await owner.api.post(`${path}/deploy_tokens`, { name: 'd', scopes: [scope] })).body.token as string;
    const read = async (token: string) =>
      (await app.anonymous.get(inGroup('org/acme/shared/1.0/shared-1.0.jar'), { headers: { 'Deploy-Token': token } }))
        .status;

    expect(await read(await make(`groups/${top.id}`, 'read_package_registry'))).toBe(200);
    expect(await read(await make(`groups/${top.id}`, 'write_package_registry'))).toBe(403);
    expect(await read(await make(`groups/${group.id}`, 'read_package_registry'))).toBe(404);
  });

  it('shows the public projects of a public group to everybody', async () => {
    const open = await aGroup(owner.api, { visibility: 'public' });
    const [seen, unseen] = [
      await aProject(owner.api, { namespace_id: open.id, visibility: 'public' }),
      await aProject(owner.api, { namespace_id: open.id }),
    ];
    await put('org/acme/seen/1.0/seen.jar', 'seen', owner.api, seen);
    await put('org/acme/unseen/1.0/unseen.jar', 'unseen', owner.api, unseen);
    const read = async (name: string) =>
      (await app.anonymous.get(`groups/${open.id}/-/packages/maven/org/acme/${name}/1.0/${name}.jar`)).status;

    expect([await read('seen'), await read('unseen')]).toEqual([200, 404]);
  });
});

describe('GET /packages/maven/*path', () => {
  it('serves packages that are called as their project, and no others', async () => {
    const named = project.path_with_namespace;
    await put(`${named}/1.0/x-1.0.jar`, 'named');
    await put(`${named}/maven-metadata.xml`, metadataOf('x', '1.0'));
    const maintainer = await aMember(app, { project }, MAINTAINER);

    expect((await maintainer.api.get(`packages/maven/${named}/1.0/x-1.0.jar`)).text).toBe('named');
    expect((await maintainer.api.get(`packages/maven/${named}/maven-metadata.xml`)).text).toBe(metadataOf('x', '1.0'));
    expect((await maintainer.api.get('packages/maven/org/acme/app/1.0/app-1.0.jar')).status).toBe(404);
    expect((await maintainer.api.get(`packages/maven/${project.id}/1.0/x-1.0.jar`)).status).toBe(404);
    expect((await app.anonymous.get(`packages/maven/${named}/1.0/x-1.0.jar`)).status).toBe(401);
    expect((await (await aUser(app)).api.get(`packages/maven/${named}/1.0/x-1.0.jar`)).status).toBe(404);
  });
});

/** The path as it is, where a URL would be put in order. */
function sendRaw(method: string, path: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const headers = { 'PRIVATE-TOKEN': owner.token };
    const sent = request({ hostname, port, path: `/api/v4/${path}`, method, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0 });
    });
    sent.on('error', reject);
    sent.end(method === 'PUT' ? 'bytes' : undefined);
  });
}

/** Sends the piece that many times without a length; answers the status. */
function sendChunked(path: string, piece: Buffer, times: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'PRIVATE-TOKEN': owner.token };
    const sent = request(`${app.url}/api/v4/${path}`, { method: 'PUT', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    Array.from({ length: times }).forEach(() => sent.write(piece));
    sent.end();
  });
}
