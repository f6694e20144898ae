import { aNupkg, push } from '../../builders/nuget.js';
import { genericPath, upload } from '../../builders/packages.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const parent = await aGroup(owner.api);
  group = await aGroup(owner.api, { parent_id: parent.id });
  project = await aProject(owner.api, { namespace_id: group.id });
});

const ofProject = () => `projects/${project.id}/packages/settings`;
const ofGroup = (id = group.id) => `groups/${id}/packages/settings`;
const UNSET = {
  maven_duplicates_allowed: null,
  maven_duplicate_exception_regex: null,
  generic_duplicates_allowed: null,
  generic_duplicate_exception_regex: null,
  nuget_duplicates_allowed: null,
  nuget_duplicate_exception_regex: null,
};

describe('/packages/settings', () => {
  it('allows duplicates in a group and inherits in a project until something is set', async () => {
    expect((await owner.api.get(ofProject())).body).toEqual(UNSET);
    expect((await owner.api.get(ofGroup())).body).toEqual({
      ...UNSET,
      maven_duplicates_allowed: true,
      generic_duplicates_allowed: true,
      nuget_duplicates_allowed: true,
    });
  });

  it('PUT keeps what is not sent, clears with null or an empty text, and notes the change', async () => {
    await owner.api.put(ofProject(), { generic_duplicates_allowed: false, generic_duplicate_exception_regex: 'a.*' });
    await owner.api.put(ofProject(), { nuget_duplicates_allowed: false });
    const kept = await owner.api.get(ofProject());
    await owner.api.put(ofProject(), { generic_duplicates_allowed: null, generic_duplicate_exception_regex: '' });
    const events = await app.sql(
      `select details->>'custom_message' as message from audit_events where entity_id = $1 and details->>'target_type' = 'PackageSettings'`,
      [project.id],
    );

    expect(kept.body).toEqual({
      ...UNSET,
      generic_duplicates_allowed: false,
      generic_duplicate_exception_regex: 'a.*',
      nuget_duplicates_allowed: false,
    });
    expect((await owner.api.get(ofProject())).body).toEqual({ ...UNSET, nuget_duplicates_allowed: false });
    expect(events).toHaveLength(3);
  });

  it('PUT works in an archived project, as its other settings', async () => {
    await owner.api.post(`projects/${project.id}/archive`);

    expect(await owner.api.put(ofProject(), { maven_duplicates_allowed: false })).toMatchObject({
      status: 200,
      body: { maven_duplicates_allowed: false },
    });
  });

  it('PUT refuses what is no boolean and no pattern, and everybody below Maintainer', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);

    expect((await owner.api.put(ofProject(), { maven_duplicates_allowed: 'perhaps' })).body).toEqual({
      message: { maven_duplicates_allowed: ['is invalid'] },
    });
    expect((await owner.api.put(ofGroup(), { maven_duplicate_exception_regex: '(' })).status).toBe(400);
    expect((await developer.api.get(ofProject())).status).toBe(403);
    expect((await developer.api.put(ofGroup(), {})).status).not.toBe(200);
    expect((await app.anonymous.get(ofProject())).status).toBe(404);
  });
});

describe('duplicates of generic packages', () => {
  const repeat = () => upload(owner.api, genericPath(project.id), 'again');

  it('are refused where the nearest group forbids them, unless the project allows them', async () => {
    await owner.api.put(ofGroup(), { generic_duplicates_allowed: false });
    await upload(owner.api, genericPath(project.id));
    const refused = await repeat();
    const other = await upload(owner.api, genericPath(project.id, 'b.bin'));
    await owner.api.put(ofProject(), { generic_duplicates_allowed: true });

    expect(refused).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - Duplicate package is not allowed' },
    });
    expect(other.status).toBe(201);
    expect((await repeat()).status).toBe(201);
  });

  it.each(['to.*', '1\\.0'])('are allowed for a name or version that matches %s', async (exception) => {
    await owner.api.put(ofProject(), {
      generic_duplicates_allowed: false,
      generic_duplicate_exception_regex: exception,
    });
    await upload(owner.api, genericPath(project.id));

    expect((await repeat()).status).toBe(201);
  });

  it('are allowed for a snapshot', async () => {
    await owner.api.put(ofProject(), { generic_duplicates_allowed: false });
    const path = `projects/${project.id}/packages/generic/tool/1.0-SNAPSHOT/tool.bin`;
    await upload(owner.api, path);

    expect((await upload(owner.api, path)).status).toBe(201);
  });

  it('lets one of parallel uploads win where they are refused', async () => {
    await owner.api.put(ofProject(), { generic_duplicates_allowed: false });
    const answers = await Promise.all(Array.from({ length: 8 }, () => repeat()));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
  });
});

describe('duplicates of Maven packages', () => {
  const put = (path: string) => upload(owner.api, `projects/${project.id}/packages/maven/${path}`, 'bytes');

  it('are refused where they are forbidden, but for snapshots, metadata and other files', async () => {
    await owner.api.put(ofProject(), { maven_duplicates_allowed: false });
    const first = await put('org/acme/app/1.0/app-1.0.jar');

    expect(first.status).toBe(200);
    expect(await put('org/acme/app/1.0/app-1.0.jar')).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - Duplicate package is not allowed' },
    });
    for (const path of ['1.0/app-1.0.pom', '2-SNAPSHOT/app-2.jar', '2-SNAPSHOT/app-2.jar', 'maven-metadata.xml']) {
      expect((await put(`org/acme/app/${path}`)).status).toBe(200);
    }
    expect((await put('org/acme/app/maven-metadata.xml')).status).toBe(200);
  });
});

describe('duplicates of NuGet packages', () => {
  it('are 409 where they are forbidden, and leave nothing', async () => {
    const facts = { id: 'Acme.Tool', version: '1.0.0' };
    const pushed = (version = '1.0.0') =>
      push(owner.api, `projects/${project.id}/packages/nuget/`, aNupkg({ ...facts, version }));
    await owner.api.put(ofProject(), { nuget_duplicates_allowed: false });

    expect((await pushed()).status).toBe(201);
    expect(await pushed()).toMatchObject({
      status: 409,
      body: { message: '409 Conflict - Duplicate package is not allowed' },
    });
    expect((await pushed('1.0.1')).status).toBe(201);
    for (const status of ['default', 'error', 'processing']) {
      const { body } = await owner.api.get(`projects/${project.id}/packages?status=${status}`);

      expect(body).toHaveLength(status === 'default' ? 2 : 0);
    }
  });
});
