import { aNupkg, push } from '../../builders/nuget.js';
import type { NugetFacts } from '../../builders/nuget.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aZip } from '../../builders/zips.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ResumeProcessingJob } from '../../../src/modules/packages/processing/jobs/resume-processing.job.js';
import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { DEVELOPER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ env: { PACKAGE_MAX_NUGET_BYTES: '20000000' } });
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const feedOf = (to: { id: number } = project) => `projects/${to.id}/packages/nuget`;
const feed = (path: string) => owner.api.get(`${feedOf()}/${path}`);
const pushed = (facts: NugetFacts, to: { id: number } = project) => push(owner.api, `${feedOf(to)}/`, aNupkg(facts));
const listed = async (query: string) =>
  (await owner.api.get(`projects/${project.id}/packages?package_type=nuget&${query}`)).body;
const address = (path: string, to: { id: number } = project) => `${app.url}/api/v4/${feedOf(to)}${path}`;

describe('GET /projects/:id/packages/nuget/index.json', () => {
  it('names the resources of the feed', async () => {
    const { status, body } = await feed('index.json');
    const resources = body.resources as Record<string, string>[];
    const typesAt = (at: string) => resources.filter((found) => found['@id'] === at).map((found) => found['@type']);

    expect(status).toBe(200);
    expect(body.version).toBe('3.0.0');
    expect(typesAt(address('/download'))).toEqual(['PackageBaseAddress/3.0.0']);
    expect(typesAt(address('/metadata'))).toEqual([
      'RegistrationsBaseUrl',
      'RegistrationsBaseUrl/3.0.0-beta',
      'RegistrationsBaseUrl/3.6.0',
    ]);
    expect(typesAt(address('/query'))).toEqual([
      'SearchQueryService',
      'SearchQueryService/3.0.0-beta',
      'SearchQueryService/3.5.0',
    ]);
    expect(typesAt(address(''))).toEqual(['PackagePublish/2.0.0']);
    expect(typesAt(address('/symbolpackage'))).toEqual(['SymbolPackagePublish/4.9.0']);
  });
});

describe('PUT /projects/:id/packages/nuget', () => {
  it('makes a package of what the nuspec says, whatever the file is called', async () => {
    const id = unique('Tool.Core');
    const answer = await pushed({
      id,
      version: '1.2',
      inner: '<tags>json fast</tags><projectUrl>https://x.example</projectUrl>',
    });
    const [found] = await listed(`package_name=${id}`);
    const files = (await owner.api.get(`projects/${project.id}/packages/${found.id}/package_files`)).body;

    expect(answer).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(found).toMatchObject({ name: id, version: '1.2.0', package_type: 'nuget', status: 'default' });
    expect(found.tags.map(({ name }: { name: string }) => name)).toEqual(['json', 'fast']);
    expect(files.map((file: { file_name: string }) => file.file_name)).toEqual([`${id.toLowerCase()}.1.2.0.nupkg`]);
  });

  it('gives a version its tags that was deleted and pushed anew; the deleted one keeps its own', async () => {
    const facts = { id: unique('Anew'), inner: '<tags>json fast</tags>' };
    const byStatus = async (status: string) => (await listed(`package_name=${facts.id}&status=${status}`))[0];
    const tagsOf = (found: { tags: { name: string }[] }) => found.tags.map(({ name }) => name);
    await pushed(facts);
    const { id } = await byStatus('default');
    await owner.api.delete(`projects/${project.id}/packages/${id}`);
    await pushed(facts);

    expect(tagsOf(await byStatus('default'))).toEqual(['json', 'fast']);
    expect(tagsOf(await byStatus('pending_destruction'))).toEqual(['json', 'fast']);
    expect((await feed(`query?q=${facts.id}`)).body.data).toMatchObject([{ tags: ['json', 'fast'] }]);
  });

  it('compares ids and versions without case and keeps every file of a version; the newest is served', async () => {
    const id = unique('Case');
    await pushed({ id, version: '1.0', filling: 'first' });
    await pushed({ id: id.toUpperCase(), version: '1.0.0.0', filling: 'second' });
    await pushed({ id, version: '01.0.0+build', filling: 'third' });
    const found = await listed(`package_name=${id}`);
    const files = (await owner.api.get(`projects/${project.id}/packages/${found[0].id}/package_files`)).body;
    const served = await feed(`download/${id}/1.0/${id}.1.0.0.nupkg`);

    expect(found).toMatchObject([{ name: id, version: '1.0.0' }]);
    expect(files).toHaveLength(3);
    expect(served.text).toContain('third');
  });

  it('makes one package of parallel pushes of a version', async () => {
    const id = unique('parallel');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => pushed({ id, filling: `${n}` })));
    const found = await listed(`package_name=${id}`);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(found).toHaveLength(1);
    expect(
      (await owner.api.get(`projects/${project.id}/packages/${found[0].id}/package_files?per_page=50`)).body,
    ).toHaveLength(20);
    expect(await listed('status=processing')).toEqual([]);
  });

  it.each([
    ['no zip', Buffer.from('hello'), 'The archive is no zip file'],
    ['no nuspec', aZip([{ name: 'a.txt', text: 'x' }]), 'The package has no nuspec'],
    [
      'two nuspecs',
      aZip([
        { name: 'a.nuspec', text: 'x' },
        { name: 'b.nuspec', text: 'x' },
      ]),
      'The package has several nuspecs',
    ],
    ['no valid id', aNupkg({ id: 'a b' }), 'The nuspec has no valid id'],
    ['no valid version', aNupkg({ id: 'a', version: 'one' }), 'The nuspec has no valid version'],
    ['a nuspec of 2 MB', aNupkg({ id: 'a', inner: 'x'.repeat(2_000_000) }), 'a.nuspec is too large'],
    [
      'an entity',
      aZip([{ name: 'a.nuspec', text: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' }]),
      'The nuspec has a document type',
    ],
  ])('answers 201 for %s, and the record says what is wrong', async (_what, bytes, reason) => {
    const answer = await push(owner.api, feedOf(), bytes);
    const [found] = (await listed('status=error&sort=desc')) as { name: string; version: string }[];

    expect(answer.status).toBe(201);
    expect(found).toMatchObject({ status: 'error', status_message: reason });
    expect(found!.name).toMatch(/^processing-[0-9a-f-]{36}$/);
    expect(found!.version).toMatch(/^0\.0\.0-[0-9a-f-]{36}$/);
  });

  it('reads large archives in the background; until then they are processing', async () => {
    const id = unique('large');
    await app.app.get(Dispatcher).stop(1000);
    await pushed({ id, filling: Buffer.alloc(11 * 1024 * 1024) });
    const before = await listed('status=processing');
    const hidden = await feed(`download/${id}/index.json`);
    app.app.get(Dispatcher).start();
    await app.drainJobs();

    expect(before).toMatchObject([{ name: expect.stringMatching(/^processing-/), status: 'processing' }]);
    expect(hidden.status).toBe(404);
    expect((await feed(`download/${id}/index.json`)).body).toEqual({ versions: ['1.0.0'] });
  });

  it('takes up an archive whose request ended before it was read', async () => {
    const id = unique('resumed');
    await pushed({ id });
    await app.sql(
      `update packages set status = 'processing', name = 'processing-1', name_key = 'processing-1', version = '0.0.0-1',
         version_key = '0.0.0-1', created_at = now() - interval '2 minutes' where name = $1`,
      [id],
    );
    await app.app.get(ResumeProcessingJob, { strict: false }).perform();
    await app.drainJobs();

    expect((await feed(`download/${id}/index.json`)).body).toEqual({ versions: ['1.0.0'] });
  });

  it('takes for symbols what is sent to symbolpackage, whatever its nuspec says', async () => {
    const id = unique('symbols');
    await pushed({ id });
    const answer = await push(owner.api, `${feedOf()}/symbolpackage`, aNupkg({ id, filling: 'pdb' }));

    expect(answer.status).toBe(201);
    expect((await feed(`download/${id}/1.0.0/${id}.1.0.0.snupkg`)).text).toContain('pdb');
    expect((await feed(`download/${id}/1.0.0/${id}.1.0.0.nupkg`)).text).not.toContain('pdb');
  });

  it.each([
    'download/..%2Fa/index.json',
    'download/a/1.0.0/..%2Fa',
    'download/a/1.0.0/a%5Cb',
    'metadata/%0A/index.json',
  ])('answers 400 for %s', async (path) => {
    expect((await feed(path)).status).toBe(400);
  });

  it('takes symbols at symbolpackage', async () => {
    const id = unique('symbols');
    await pushed({ id });
    const answer = await push(owner.api, `${feedOf()}/symbolpackage/`, aNupkg({ id, isSymbols: true, filling: 'pdb' }));

    expect(answer.status).toBe(201);
    expect((await feed(`download/${id}/1.0.0/${id}.1.0.0.snupkg`)).text).toContain('pdb');
    expect((await feed(`download/${id}/1.0.0/${id}.1.0.0.nupkg`)).text).not.toContain('pdb');
    expect(await listed(`package_name=${id}`)).toHaveLength(1);
  });

  it('refuses what is too large, without a file, or not allowed', async () => {
    const nupkg = aNupkg({ id: 'a' });
    const [reporter, developer] = [
      await aMember(app, { project }, REPORTER),
      await aMember(app, { project }, DEVELOPER),
    ];
    const open = await aProject(owner.api, { visibility: 'public' });
    const key = (token: string) => ({ 'X-NuGet-ApiKey': token });

    expect(await push(owner.api, feedOf(), Buffer.alloc(20_000_001))).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - File is too large' },
    });
    expect((await owner.api.send('PUT', feedOf(), new FormData())).status).toBe(400);
    expect((await push(app.anonymous, feedOf(open), nupkg)).status).toBe(401);
    expect((await push(app.anonymous, feedOf(), nupkg, key(reporter.token))).status).toBe(403);
    expect((await push(app.anonymous, feedOf(), nupkg, key('wrong'))).status).toBe(401);
    expect((await push(app.anonymous, feedOf(), nupkg, key(developer.token))).status).toBe(201);
  });
});

describe('reading a feed', () => {
  const id = unique('Read.Me');
  beforeAll(async () => {
    for (const version of ['1.10.0', '1.2.0', '2.0.0-beta', '1.2.0-rc.1']) {
      const inner =
        '<dependencies><group targetFramework="net8.0"><dependency id="Other" version="[1.0,2.0)" /></group></dependencies>';
      await pushed({ id, version, inner });
    }
  });

  it('lists versions in their order', async () => {
    expect((await feed(`download/${id}/index.json`)).body).toEqual({
      versions: ['1.2.0-rc.1', '1.2.0', '1.10.0', '2.0.0-beta'],
    });
    expect((await feed('download/unknown/index.json')).status).toBe(404);
  });

  it('serves the nupkg with its digest and ranges, and the nuspec out of it', async () => {
    const key = id.toLowerCase();
    const path = `download/${key}/1.2.0/${key}.1.2.0.nupkg`;
    const whole = await feed(path);
    const head = await owner.api.head(`${feedOf()}/${path}`);
    const part = await owner.api.get(`${feedOf()}/${path}`, { headers: { Range: 'bytes=0-1' } });
    const nuspec = await feed(`download/${key}/1.2.0/${key}.nuspec`);
    const etag = head.headers.get('etag')!;

    expect(whole.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(part).toMatchObject({ status: 206, text: 'PK' });
    expect((await owner.api.get(`${feedOf()}/${path}`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect(nuspec.headers.get('content-type')).toBe('application/xml');
    expect(nuspec.text).toContain(`<id>${id}</id>`);
  });

  it('takes a version as it is written, in the name of the file as well', async () => {
    for (const version of ['1.10', '1.10.0', '1.10.0.0', '01.10.0+meta']) {
      const path = `download/${id}/${version}/${id}.${version}.nupkg`;
      expect([version, (await feed(path)).status]).toEqual([version, 200]);
    }
    expect((await feed(`download/${id}/1.10.0/${id}.1.2.0.nupkg`)).status).toBe(404);
  });

  it.each(['x/1.2.0/x.1.2.0.nupkg', 'y/1.9/y.1.9.0.nupkg', 'z/1.2.0/other.nupkg', 'z/a/z.exe'])(
    'answers 404 for download/%s',
    async (path) => {
      expect((await feed(`download/${path}`)).status).toBe(404);
    },
  );

  it('describes versions in the registration and its leaves', async () => {
    const key = id.toLowerCase();
    const { body } = await feed(`metadata/${id}/index.json`);
    const leaf = (await feed(`metadata/${key}/1.2.0.json`)).body;
    const entry = {
      id,
      version: '1.2.0',
      authors: 'A. Author',
      description: 'What it does',
      dependencyGroups: [{ targetFramework: 'net8.0', dependencies: [{ id: 'Other', range: '[1.0,2.0)' }] }],
      packageContent: address(`/download/${key}/1.2.0/${key}.1.2.0.nupkg`),
    };

    expect(body).toMatchObject({ count: 1, items: [{ count: 4, lower: '1.2.0-rc.1', upper: '2.0.0-beta' }] });
    expect(body.items[0].items[1]).toMatchObject({
      '@id': address(`/metadata/${key}/1.2.0.json`),
      packageContent: entry.packageContent,
      catalogEntry: entry,
    });
    expect(leaf).toMatchObject({ packageContent: entry.packageContent, catalogEntry: entry });
    expect((await feed(`metadata/${key}/3.0.0.json`)).status).toBe(404);
  });

  it('searches by a part of the id', async () => {
    const part = id.slice(3).toUpperCase();
    const all = (await feed(`query?q=${part}`)).body;
    const stable = (await feed(`query?q=${part}&prerelease=false`)).body;

    expect(all).toMatchObject({ totalHits: 1, data: [{ id, version: '2.0.0-beta' }] });
    expect(all.data[0].versions).toHaveLength(4);
    expect(stable).toMatchObject({ totalHits: 1, data: [{ id, version: '1.10.0' }] });
    expect(stable.data[0].versions).toHaveLength(2);
    expect((await feed(`query?q=${part}&skip=1`)).body).toEqual({ totalHits: 1, data: [] });
    expect((await feed('query?take=0')).body.data).toEqual([]);
    expect((await feed('query?take=x')).status).toBe(400);
    expect((await feed('query?q[]=x')).body).toEqual({ message: { q: ['is invalid'] } });
    expect((await feed('query?prerelease=perhaps')).status).toBe(400);
  });
});

describe('DELETE /projects/:id/packages/nuget/:package_name/:package_version', () => {
  it('deletes a version that did not change since the client knows it', async () => {
    const id = unique('Known');
    await pushed({ id, version: '1.0.0' });
    const remove = (header: string, value: string) =>
      owner.api.delete(`${feedOf()}/${id}/1.0.0`, undefined, { headers: { [header]: value } });

    expect(await remove('If-Unmodified-Since', 'Sat, 21 Nov 2020 10:00:00 GMT')).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    });
    expect((await feed(`download/${id}/index.json`)).status).toBe(200);
    expect((await remove('If-Unmodified-Since', new Date(Date.now() + 60_000).toUTCString())).status).toBe(204);
    expect((await remove('If-Unmodified-Since', 'Sat, 21 Nov 2020 10:00:00 GMT')).status).toBe(404);
  });

  it('deletes at once for maintainers', async () => {
    const id = unique('gone');
    await pushed({ id, version: '1.0' });
    await pushed({ id, version: '2.0' });
    const developer = await aMember(app, { project }, DEVELOPER);

    expect((await developer.api.delete(`${feedOf()}/${id}/1.0.0`)).status).toBe(403);
    expect((await owner.api.delete(`${feedOf()}/${id.toUpperCase()}/1.0`)).status).toBe(204);
    expect((await owner.api.delete(`${feedOf()}/${id}/1.0.0`)).status).toBe(404);
    expect((await feed(`download/${id}/index.json`)).body).toEqual({ versions: ['2.0.0'] });
    const events = (await owner.api.get(`projects/${project.id}/audit_events`)).body;
    expect(events[0].details).toMatchObject({ remove: 'package', target_details: `${id} 1.0.0` });
  });
});

describe('the feed of a group', () => {
  it('reads over the projects that the caller may read; the newest package wins', async () => {
    const group = await aGroup(owner.api);
    const [first, second] = [
      await aProject(owner.api, { namespace_id: group.id }),
      await aProject(owner.api, { namespace_id: group.id, visibility: 'private' }),
    ];
    const id = unique('shared');
    await pushed({ id, filling: 'older' }, first);
    await pushed({ id, filling: 'newer' }, second);
    await pushed({ id, version: '0.9' }, first);
    const reporter = await aMember(app, { project: first }, REPORTER);
    const of = (name: string, path: string) => owner.api.get(`${name}/${group.id}/-/packages/nuget/${path}`);

    expect((await of('groups', 'index.json')).body.resources).toHaveLength(7);
    expect((await of('group', `download/${id}/index.json`)).body).toEqual({ versions: ['0.9.0', '1.0.0'] });
    expect((await of('groups', `download/${id}/1.0.0/${id}.1.0.0.nupkg`)).text).toContain('newer');
    expect((await of('groups', `query?q=${id}`)).body.totalHits).toBe(1);
    expect((await of('groups', `metadata/${id}/index.json`)).body.items[0].items[0].packageContent).toBe(
      `${app.url}/api/v4/groups/${group.id}/-/packages/nuget/download/${id}/0.9.0/${id}.0.9.0.nupkg`,
    );
    expect((await app.anonymous.get(`groups/${group.id}/-/packages/nuget/index.json`)).status).toBe(401);
    expect((await reporter.api.get(`groups/${group.id}/-/packages/nuget/index.json`)).status).toBe(404);
  });
});
