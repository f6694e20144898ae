import { gql, GraphQLClient } from 'graphql-request';
import { anAlertIntegration } from '../../builders/alerts.js';
import { aPackage, genericPath, upload } from '../../builders/packages.js';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aStoredRepository, storeTags } from '../../builders/stored-images.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ENDPOINT, gid } from './ask.js';

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let client: GraphQLClient;
let images: number;
let packages: number[];
let operation: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
  images = (await aStoredRepository(app, project.id)).id;
  await storeTags(app, images, [{ name: 'a' }, { name: 'b' }]);
  packages = [await aPackage(app, project.id, { name: 'one' }), await aPackage(app, project.id, { name: 'two' })];
  await upload(owner.api, genericPath(project.id, 'a.bin', '1.0', 'files'));
  const gone = await aProject(owner.api);
  operation = (await owner.api.delete(`projects/${gone.id}`)).body.operation.id;
  await owner.api.put(`projects/${project.id}/integrations/external-wiki`, {
    external_wiki_url: 'https://w.example.com',
  });
  client = new GraphQLClient(app.url + ENDPOINT, { headers: { Authorization: `Bearer ${owner.token}` } });
});
afterAll(() => app.close());

/** Names of the fields of a root type. */
async function rootFields(type: 'queryType' | 'mutationType'): Promise<string[]> {
  const { __schema: schema } = await client.request<{
    __schema: Record<string, { fields: { name: string }[] }>;
  }>(gql`
    {
      __schema {
        queryType {
          fields {
            name
          }
        }
        mutationType {
          fields {
            name
          }
        }
      }
    }
  `);
  return schema[type]!.fields.map(({ name }) => name).sort();
}

describe('a client from npm', () => {
  it('runs every query', async () => {
    const variables = {
      user: gid('User', owner.id),
      path: project.path_with_namespace,
      group: group.full_path,
      images: gid('ContainerRepository', images),
      package: gid('Package', packages[0]!),
      operation,
    };

    const found = await client.request<Fields>(
      gql`
        query Everything($user: ID!, $path: ID!, $group: ID!, $images: ID!, $package: ID!, $operation: ID!) {
          currentUser {
            username
          }
          metadata {
            version
            apiVersion
          }
          user(id: $user) {
            username
          }
          project(fullPath: $path) {
            fullPath
          }
          projects(first: 1, membership: true) {
            count
          }
          group(fullPath: $group) {
            fullPath
          }
          containerRepository(id: $images) {
            tagsCount
          }
          package(id: $package) {
            name
          }
          operation(id: $operation) {
            id
          }
        }
      `,
      variables,
    );

    expect(found).toEqual({
      currentUser: { username: owner.username },
      metadata: { version: expect.any(String), apiVersion: 'v4' },
      user: { username: owner.username },
      project: { fullPath: project.path_with_namespace },
      projects: { count: 1 },
      group: { fullPath: group.full_path },
      containerRepository: { tagsCount: 2 },
      package: { name: 'one' },
      operation: { id: operation },
    });
    expect(Object.keys(found).sort()).toEqual(await rootFields('queryType'));
  });

  it('runs every mutation', async () => {
    const run: string[] = [];
    const mutate = async (name: string, input: object, fields = '') => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
      const document = `mutation ($input: ${type}) { ${name}(input: $input) { ${fields} errors } }`;
      const answer = await client.request<
        Record<string, { errors: string[]; integration?: { id: string }; pipelineTrigger?: { id: string } }>
      >(document, { input });
      run.push(name);
      expect([name, answer[name]!.errors]).toEqual([name, []]);
      return answer[name]!;
    };
    const projectPath = project.path_with_namespace;
    await alertSender(await anAlertIntegration(owner.api, project.id))({ title: 'x' });
    const [file] = await app.sql<{ id: string }>('select id::text from package_files');

    await mutate('destroyContainerRepositoryTags', { id: gid('ContainerRepository', images), tagNames: ['a'] });
    await mutate('destroyContainerRepository', { id: gid('ContainerRepository', images) });
    await mutate('destroyPackage', { id: gid('Package', packages[0]!) });
    await mutate('destroyPackages', { ids: [gid('Package', packages[1]!)] });
    await mutate('destroyPackageFile', { id: gid('PackageFile', file!.id) });
    await mutate('updateAlertStatus', { projectPath, iid: '1', status: 'ACKNOWLEDGED' });
    const sender = await mutate(
      'httpIntegrationCreate',
      { projectPath, name: 'x', active: true },
      'integration { id }',
    );
    const { id } = sender.integration!;
    await mutate('httpIntegrationUpdate', { id, active: false });
    await mutate('httpIntegrationResetToken', { id });
    await mutate('httpIntegrationDestroy', { id });
    const made = await mutate('pipelineTriggerCreate', { projectPath, description: 'x' }, 'pipelineTrigger { id }');
    await mutate('pipelineTriggerUpdate', { id: made.pipelineTrigger!.id, description: 'y' });
    await mutate('pipelineTriggerDelete', { id: made.pipelineTrigger!.id });
    await mutate('updateProjectRegistryVisibility', { projectPath, accessLevel: 'private' });
    await mutate('integrationDisable', { projectPath, slug: 'external-wiki' });

    expect(run.sort()).toEqual(await rootFields('mutationType'));
  });

  it('is told of errors', async () => {
    await expect(client.request('{ package(id: "7") { id } }')).rejects.toMatchObject({
      response: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    });
  });
});
