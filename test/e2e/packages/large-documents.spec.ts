import { load } from 'js-yaml';
import { aChart, pushChart } from '../../builders/helm.js';
import { aNupkg, push as pushNupkg } from '../../builders/nuget.js';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aZip } from '../../builders/zips.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

/** PostgreSQL makes no JSON of more than 256 MiB, and a composer.json may have one. */
const [COMPOSER_VERSIONS, COMPOSER_CHARACTERS] = [270, 1_000_000];
const [VERSIONS, CHARACTERS] = [300, 20_000];

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const inProject = (path: string) => `projects/${project.id}/packages/${path}`;
const versionsFrom1 = (count: number) => Array.from({ length: count }, (_, at) => `1.0.${at}`);

interface Copies {
  readonly count: number;
  /** SQL of the metadata of the package `k` and of its file `f`. */
  readonly ofPackage?: string;
  readonly ofFile?: string;
}

/** More versions of the package beside its `1.0.0`, with the same file. */
async function multiply(name: string, { count, ofPackage = 'k.metadata', ofFile = 'f.metadata' }: Copies) {
  await app.sql(
    `with copied as (
       insert into packages (project_id, package_type, name, name_key, version, version_key, metadata)
       select k.project_id, k.package_type, k.name, k.name_key, '1.0.' || n, '1.0.' || n, ${ofPackage}
       from packages k, generate_series(1, $3::int - 1) n where k.project_id = $1 and k.name = $2
       returning id, version)
     insert into package_files (package_id, project_id, file_name, blob_id, size, metadata)
     select c.id, f.project_id, replace(f.file_name, '1.0.0', c.version), f.blob_id, f.size, ${ofFile}
     from copied c, package_files f
     where f.package_id = (select k.id from packages k where k.project_id = $1 and k.name = $2 and k.version = '1.0.0')`,
    [project.id, name, count],
  );
}

const text = (characters: number) => `repeat('x', ${characters})`;

/** Sent while it was made: nobody knew its length. */
function expectStreamed(answer: Answer): void {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('transfer-encoding')).toBe('chunked');
  expect(answer.headers.get('content-length')).toBeNull();
}

const head = (path: string) => owner.api.head(path);

describe('documents of many versions that say much are sent while they are made', () => {
  it('of composer', async () => {
    const name = `acme/${unique('large')}`;
    const form = new FormData();
    const manifest = JSON.stringify({ name, version: '1.0.0' });
    form.append('file', new Blob([new Uint8Array(aZip([{ name: 'composer.json', text: manifest }]))]), 'a.zip');
    expect((await owner.api.send('POST', inProject('composer'), form)).status).toBe(201);
    const file = `group/${group.id}/-/packages/composer/p2/${name}.json`;
    const short = await owner.api.get(file);
    await multiply(name, {
      count: COMPOSER_VERSIONS,
      ofPackage: `jsonb_set(k.metadata, '{composer,description}', to_jsonb(${text(COMPOSER_CHARACTERS)}))`,
    });

    const answer = await owner.api.get(file);

    expect(short.headers.get('etag')).not.toBeNull();
    expectStreamed(answer);
    const shown: { version: string; description?: string }[] = answer.body.packages[name];
    expect(shown.map(({ version }) => version).toSorted()).toEqual(versionsFrom1(COMPOSER_VERSIONS).toSorted());
    expect(new Set(shown.map(({ description = '' }) => description.length))).toEqual(new Set([0, COMPOSER_CHARACTERS]));
    expect((await head(file)).status).toBe(200);
    const root = await owner.api.get(`group/${group.id}/-/packages/composer/packages.json`);
    const { sha256 } = root.body['provider-includes']['p/%hash%.json'];
    const providers = await owner.api.get(`group/${group.id}/-/packages/composer/p/${sha256}.json`);
    expect(providers).toMatchObject({ status: 200, body: { providers: {} } }); // not for clients of version 1
  });

  it('of nuget', async () => {
    const id = unique('Large');
    await pushNupkg(owner.api, inProject('nuget/'), aNupkg({ id }));
    await multiply(id, {
      count: VERSIONS,
      ofPackage: `jsonb_set(k.metadata, '{dependencyGroups}',
        jsonb_build_array(jsonb_build_object('targetFramework', ${text(CHARACTERS)}, 'dependencies', '[]'::jsonb)))`,
    });
    const path = inProject(`nuget/metadata/${id}/index.json`);

    const answer = await owner.api.get(path);

    expectStreamed(answer);
    const [page] = answer.body.items;
    const expected = versionsFrom1(VERSIONS);
    expect(page).toMatchObject({ count: VERSIONS, lower: '1.0.0', upper: expected.at(-1) });
    expect(page.items.map((item: { catalogEntry: { version: string } }) => item.catalogEntry.version)).toEqual(
      expected,
    );
    expect(page.items[7].catalogEntry.dependencyGroups[0].targetFramework).toHaveLength(CHARACTERS);
    expect((await head(path)).status).toBe(200);
    const search = (await owner.api.get(inProject(`nuget/query?q=${id}`))).body;
    expect(search).toMatchObject({ totalHits: 1, data: [{ id, version: expected.at(-1), authors: 'A. Author' }] });
    expect(search.data[0]).not.toHaveProperty('dependencyGroups');
    expect(search.data[0].versions.map(({ version }: { version: string }) => version)).toEqual(expected);
  });

  it('of helm', async () => {
    const name = unique('large');
    await pushChart(owner.api, project.id, await aChart(name, '1.0.0'));
    await multiply(name, {
      count: VERSIONS,
      ofFile: `jsonb_set(jsonb_set(f.metadata, '{chart,description}', to_jsonb(${text(CHARACTERS)})),
        '{chart,version}', to_jsonb(c.version))`,
    });
    await pushChart(owner.api, project.id, await aChart(`${name}-other`, '0.1.0'));
    const path = inProject('helm/stable/index.yaml');

    const answer = await owner.api.get(path);

    expectStreamed(answer);
    expect(answer.headers.get('content-type')).toBe('text/yaml');
    const index = load(answer.text) as { entries: Record<string, { version: string; description: string }[]> };
    expect(Object.keys(index.entries)).toEqual([name, `${name}-other`]);
    expect(index.entries[name]!.map(({ version }) => version)).toEqual(versionsFrom1(VERSIONS).toReversed());
    expect(index.entries[name]![0]!.description).toHaveLength(CHARACTERS);
    expect((await head(path)).status).toBe(200);
  });

  it('of conan', async () => {
    const name = unique('large');
    const recipe = inProject(`conan/v1/conans/${name}/1.0/_/_`);
    const info = inProject(`conan/v1/files/${name}/1.0/_/_/0/package/000/0/conaninfo.txt`);
    expect((await owner.api.send('PUT', info, '[settings]\nos=Linux\n')).status).toBe(200);
    await app.sql(
      `insert into package_files (package_id, project_id, file_name, blob_id, size, metadata)
       select f.package_id, f.project_id, f.file_name, f.blob_id, f.size,
         jsonb_set(jsonb_set(f.metadata, '{ref}', to_jsonb(lpad(n::text, 3, '0'))),
           '{info,settings}', jsonb_build_object('os', case n % 2 when 0 then 'Linux' else 'Other' end, 'much', ${text(CHARACTERS)}))
       from package_files f join packages k on k.id = f.package_id, generate_series(1, $2::int - 1) n
       where k.project_id = $1 and k.name like $3`,
      [project.id, VERSIONS, `${name}/%`],
    );

    const all = await owner.api.get(`${recipe}/search`);
    const some = await owner.api.get(`${recipe}/search?q=os%3DLinux`);

    expectStreamed(all);
    expectStreamed(some);
    expect(Object.keys(all.body)).toHaveLength(VERSIONS);
    expect(Object.keys(some.body)).toHaveLength(VERSIONS / 2);
    expect(some.body['002'].settings.much).toHaveLength(CHARACTERS);
  });
});
