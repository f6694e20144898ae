import { anAlertIntegration } from '../../builders/alerts.js';
import { aPackage, genericPath, upload } from '../../builders/packages.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aStoredRepository, storeTags, tagNames } from '../../builders/stored-images.js';
import { alertSender } from '../../support/alert-sender.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';
import { ask, codesOf, gid } from './ask.js';

const REFUSED = 'The resource does not exist or you may not perform this action';
const NO_ROW = 999_999_999;

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: TestProject;
let path: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'private' });
  path = project.path_with_namespace;
  developer = await aMember(app, { project }, DEVELOPER);
});
afterAll(() => app.close());

/** Runs one mutation; answers its payload. */
async function mutate(client: ApiClient, name: string, input: object, fields = '') {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${fields} errors clientMutationId } }`;
  const answer = await ask(client, query, { input });
  return { answer, payload: answer.body.data?.[name] };
}

/** Whether the mutation was refused with the one text for what is hidden and what is not allowed. */
async function isRefused(client: ApiClient, name: string, input: object): Promise<boolean> {
  const { answer, payload } = await mutate(client, name, input);
  return payload === null && codesOf(answer).join() === 'FORBIDDEN' && answer.body.errors[0].message === REFUSED;
}

const lastAudited = async (): Promise<string> => {
  const [row] = await app.sql<{ details: object }>('select details from audit_events order by id desc limit 1');
  return JSON.stringify(row!.details);
};

describe('destroyContainerRepository', () => {
  it('schedules the deletion, as REST does', async () => {
    const { id } = await aStoredRepository(app, project.id);

    const { payload } = await mutate(
      owner.api,
      'destroyContainerRepository',
      { id: gid('ContainerRepository', id), clientMutationId: 'mine' },
      'containerRepository { id status canDelete } operation { id kind state }',
    );

    expect(payload).toEqual({
      containerRepository: { id: gid('ContainerRepository', id), status: 'delete_scheduled', canDelete: true },
      operation: { id: expect.any(String), kind: expect.any(String), state: expect.any(String) },
      errors: [],
      clientMutationId: 'mine',
    });
    expect((await owner.api.get(`operations/${payload.operation.id}`)).status).toBe(200);
  });
});

describe('destroyContainerRepositoryTags', () => {
  it('deletes the named tags that there are', async () => {
    const { id } = await aStoredRepository(app, project.id);
    await storeTags(app, id, [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const input = { id: gid('ContainerRepository', id), tagNames: ['a', 'none', 'c'] };

    const { payload } = await mutate(developer.api, 'destroyContainerRepositoryTags', input, 'deletedTagNames');
    const none = await mutate(developer.api, 'destroyContainerRepositoryTags', { ...input, tagNames: [] });

    expect(payload).toEqual({ deletedTagNames: ['a', 'c'], errors: [], clientMutationId: null });
    expect(await tagNames(app, id)).toEqual(['b']);
    expect(codesOf(none.answer)).toEqual(['BAD_USER_INPUT']);
  });

  it('deletes none of them while a rule holds one, with the text of REST', async () => {
    const { id } = await aStoredRepository(app, project.id);
    await storeTags(app, id, [{ name: 'free' }, { name: 'held-1' }]);
    const rule = await owner.api.post(`projects/${project.id}/registry/tag_rules`, {
      tag_pattern: 'held-.*',
    });
    const input = { id: gid('ContainerRepository', id), tagNames: ['free', 'held-1'] };

    const { payload } = await mutate(developer.api, 'destroyContainerRepositoryTags', input, 'deletedTagNames');

    expect(rule.status).toBe(201);
    expect(payload).toEqual({
      deletedTagNames: null,
      errors: ['403 Forbidden - tag is immutable'],
      clientMutationId: null,
    });
    expect(await tagNames(app, id)).toEqual(['free', 'held-1']);
  });
});

describe('destroyPackage, destroyPackages and destroyPackageFile', () => {
  it('delete what they name', async () => {
    const ids = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push(gid('Package', await aPackage(app, project.id, { name })));
    }
    const [one, two, three] = ids;
    const rest = async () => (await owner.api.get(`projects/${project.id}/packages`)).body.length as number;

    const single = await mutate(owner.api, 'destroyPackage', { id: one });
    const audited = await lastAudited();
    const preview = await mutate(
      owner.api,
      'destroyPackages',
      { ids: [two, three], dryRun: true },
      'items { id name }',
    );
    const left = await rest();
    const several = await mutate(owner.api, 'destroyPackages', { ids: [two, three] }, 'items { name }');

    expect(single.payload).toEqual({ errors: [], clientMutationId: null });
    expect(audited).toContain('"remove":"package"');
    expect([preview.payload.items, left]).toEqual([
      [
        { id: two, name: 'two' },
        { id: three, name: 'three' },
      ],
      2,
    ]);
    expect([several.payload.items, await rest()]).toEqual([[{ name: 'two' }, { name: 'three' }], 0]);
  });

  it('delete nothing where one of them may not be deleted', async () => {
    const mine = gid('Package', await aPackage(app, project.id, { name: 'mine' }));
    const foreign = await aProject((await aUser(app)).api, { visibility: 'public' });
    const others = gid('Package', await aPackage(app, foreign.id, { name: 'others' }));

    expect(await isRefused(owner.api, 'destroyPackages', { ids: [mine, others] })).toBe(true);
    expect((await owner.api.get(`projects/${project.id}/packages?package_name=mine`)).body).toHaveLength(1);
  });

  it('delete a hidden package, which lists show on demand', async () => {
    const id = gid('Package', await aPackage(app, project.id, { name: 'hidden', status: 'hidden' }));
    const list = `{ project(fullPath: "${path}") { packages(status: HIDDEN) { nodes { id } } } package(id: "${id}") { id } }`;

    const before = (await ask(owner.api, list)).body.data;
    const { payload } = await mutate(owner.api, 'destroyPackage', { id });
    const after = (await ask(owner.api, list)).body.data;

    expect(before).toEqual({ project: { packages: { nodes: [{ id }] } }, package: null });
    expect([payload.errors, after.project.packages.nodes]).toEqual([[], []]);
  });

  it('delete a file of a package', async () => {
    await upload(owner.api, genericPath(project.id, 'a.bin', '1.0', 'files'));
    const [row] = await app.sql<{ id: string }>(
      `select f.id::text from package_files f join packages k on k.id = f.package_id where k.name = 'files'`,
    );
    const input = { id: gid('PackageFile', row!.id) };

    expect(await isRefused(developer.api, 'destroyPackageFile', input)).toBe(true);
    expect((await mutate(owner.api, 'destroyPackageFile', input)).payload.errors).toEqual([]);
    expect(await isRefused(owner.api, 'destroyPackageFile', input)).toBe(true);
  });
});

describe('updateAlertStatus', () => {
  it('changes the status, and says what REST says where another alert is in the way', async () => {
    const own = await aProject(owner.api);
    const send = alertSender(await anAlertIntegration(owner.api, own.id));
    await send({ title: 'x', fingerprint: 'same' });
    const input = { projectPath: own.path_with_namespace, iid: '1', status: 'RESOLVED' };
    const resolved = await mutate(owner.api, 'updateAlertStatus', input, 'alert { iid status endedAt }');
    await send({ title: 'x', fingerprint: 'same' });

    const refused = await mutate(owner.api, 'updateAlertStatus', { ...input, status: 'TRIGGERED' }, 'alert { iid }');
    const missing = await isRefused(owner.api, 'updateAlertStatus', { ...input, iid: '77' });

    expect(resolved.payload).toMatchObject({ alert: { iid: '1', status: 'RESOLVED' }, errors: [] });
    expect(refused.payload).toMatchObject({
      alert: null,
      errors: ['409 Conflict - An unresolved alert with the same fingerprint exists'],
    });
    expect(missing).toBe(true);
  });
});

describe('httpIntegrationCreate, Update, ResetToken and Destroy', () => {
  const FIELDS = 'integration { id name active token }';

  it('manage a sender of alerts', async () => {
    const made = await mutate(
      owner.api,
      'httpIntegrationCreate',
      { projectPath: path, name: 'sender', active: true },
      FIELDS,
    );
    const { id, token } = made.payload.integration;
    const changed = await mutate(owner.api, 'httpIntegrationUpdate', { id, name: 'other', active: false }, FIELDS);
    const reset = await mutate(owner.api, 'httpIntegrationResetToken', { id }, FIELDS);
    const audited = await lastAudited();
    const gone = await mutate(owner.api, 'httpIntegrationDestroy', { id }, FIELDS);

    expect(made.payload.integration).toEqual({
      id: expect.stringMatching(/AlertIntegration\/\d+$/),
      name: 'sender',
      active: true,
      token: expect.stringMatching(/^\w+/),
    });
    expect(changed.payload.integration).toEqual({ id, name: 'other', active: false, token });
    expect(reset.payload.integration.token).not.toBe(token);
    expect(audited).toContain('Alert integration key reset');
    expect(gone.payload).toEqual({ integration: reset.payload.integration, errors: [], clientMutationId: null });
    expect(await isRefused(owner.api, 'httpIntegrationDestroy', { id })).toBe(true);
  });

  it('say of a bad name what REST says', async () => {
    const rest = await owner.api.post(`projects/${project.id}/alert_integrations`, { name: '' });
    const { payload } = await mutate(owner.api, 'httpIntegrationCreate', { projectPath: path, name: '' }, FIELDS);

    expect(rest.body.message).toEqual({ name: ["can't be blank"] });
    expect(payload.errors).toEqual(["name can't be blank"]);
  });
});

describe('pipelineTriggerCreate, Update and Delete', () => {
  const FIELDS = 'pipelineTrigger { id description token owner { username } }';

  it('manage a trigger token', async () => {
    const made = await mutate(owner.api, 'pipelineTriggerCreate', { projectPath: path, description: 'a' }, FIELDS);
    const { id } = made.payload.pipelineTrigger;
    const changed = await mutate(owner.api, 'pipelineTriggerUpdate', { id, description: 'b' }, FIELDS);
    const gone = await mutate(owner.api, 'pipelineTriggerDelete', { id }, FIELDS);

    expect(made.payload.pipelineTrigger).toMatchObject({ description: 'a', owner: { username: owner.username } });
    expect(changed.payload.pipelineTrigger).toEqual({ ...made.payload.pipelineTrigger, description: 'b' });
    expect(gone.payload).toEqual({ ...changed.payload, clientMutationId: null });
    expect(await lastAudited()).toContain('Trigger token deleted');
  });
});

describe('updateProjectRegistryVisibility and integrationDisable', () => {
  it('change a project', async () => {
    const own = await aProject(owner.api);
    const projectPath = own.path_with_namespace;
    await owner.api.put(`projects/${own.id}/integrations/external-wiki`, {
      external_wiki_url: 'https://w.example.com',
    });

    const hidden = await mutate(
      owner.api,
      'updateProjectRegistryVisibility',
      { projectPath, accessLevel: 'private' },
      'project { containerRegistryAccessLevel }',
    );
    const wrong = await mutate(owner.api, 'updateProjectRegistryVisibility', { projectPath, accessLevel: 'half' });
    const disabled = await mutate(
      owner.api,
      'integrationDisable',
      { projectPath, slug: 'external-wiki' },
      'integration { slug active }',
    );

    expect(hidden.payload).toMatchObject({ project: { containerRegistryAccessLevel: 'private' }, errors: [] });
    expect(wrong.payload.errors).toEqual(['container_registry_access_level does not have a valid value']);
    expect(disabled.payload).toMatchObject({ integration: { slug: 'external-wiki', active: false }, errors: [] });
    expect(await isRefused(owner.api, 'integrationDisable', { projectPath, slug: 'no-such' })).toBe(true);
  });
});

describe('every mutation', () => {
  const inputs = (): readonly (readonly [string, object])[] => [
    ['destroyContainerRepository', { id: gid('ContainerRepository', NO_ROW) }],
    ['destroyContainerRepositoryTags', { id: gid('ContainerRepository', NO_ROW), tagNames: ['x'] }],
    ['destroyPackage', { id: gid('Package', NO_ROW) }],
    ['destroyPackageFile', { id: gid('PackageFile', NO_ROW) }],
    ['destroyPackages', { ids: [gid('Package', NO_ROW)] }],
    ['updateAlertStatus', { projectPath: path, iid: '1', status: 'RESOLVED' }],
    ['httpIntegrationCreate', { projectPath: path, name: 'x' }],
    ['httpIntegrationUpdate', { id: gid('AlertIntegration', NO_ROW) }],
    ['httpIntegrationResetToken', { id: gid('AlertIntegration', NO_ROW) }],
    ['httpIntegrationDestroy', { id: gid('AlertIntegration', NO_ROW) }],
    ['pipelineTriggerCreate', { projectPath: path, description: 'x' }],
    ['pipelineTriggerUpdate', { id: gid('TriggerToken', NO_ROW) }],
    ['pipelineTriggerDelete', { id: gid('TriggerToken', NO_ROW) }],
    ['updateProjectRegistryVisibility', { projectPath: path, accessLevel: 'private' }],
    ['integrationDisable', { projectPath: path, slug: 'external-wiki' }],
  ];

  it('is refused with one text where the object is hidden, and where there is none', async () => {
    const stranger = await aUser(app);
    const refused = [];
    for (const [name, input] of inputs()) {
      refused.push([name, await isRefused(stranger.api, name, input), await isRefused(app.anonymous, name, input)]);
    }

    expect(refused).toEqual(inputs().map(([name]) => [name, true, true]));
    expect(
      inputs()
        .map(([name]) => name)
        .sort(),
    ).toEqual(await mutationsOfSchema());
  });

  async function mutationsOfSchema(): Promise<string[]> {
    const { body } = await ask(app.anonymous, '{ __schema { mutationType { fields { name } } } }');
    return body.data.__schema.mutationType.fields.map(({ name }: { name: string }) => name).sort();
  }

  it('says that an archived project cannot be changed', async () => {
    const own = await aProject(owner.api);
    const { id } = (await owner.api.post(`projects/${own.id}/triggers`, { description: 'x' })).body;
    await owner.api.post(`projects/${own.id}/archive`);

    const { payload } = await mutate(owner.api, 'pipelineTriggerDelete', { id: gid('TriggerToken', id) });

    expect(payload.errors).toEqual(['403 Forbidden - The project is archived']);
  });

  it('of one document runs in order, each in its own transaction', async () => {
    const query = `mutation ($path: ID!) {
      a: pipelineTriggerCreate(input: {projectPath: $path, description: "a"}) { pipelineTrigger { id } }
      b: pipelineTriggerCreate(input: {projectPath: "no/such", description: "b"}) { errors }
      c: pipelineTriggerCreate(input: {projectPath: $path, description: "c"}) { pipelineTrigger { id } } }`;

    const answer = await ask(owner.api, query, { path });
    const { a, b, c } = answer.body.data;

    expect([b, codesOf(answer), answer.body.errors[0].path]).toEqual([null, ['FORBIDDEN'], ['b']]);
    expect(Number(c.pipelineTrigger.id.split('/').pop())).toBeGreaterThan(
      Number(a.pipelineTrigger.id.split('/').pop()),
    );
  });
});
