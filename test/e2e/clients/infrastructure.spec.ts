import { aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { day } from '../../support/times.js';

/**
 * The calls that programs make which keep infrastructure as code: create what is declared, read it and compare it with
 * the declaration, and destroy it in parallel, dependents first (contract: core §14).
 */

type Attributes = Readonly<Record<string, unknown>>;

/** One thing that exists, as such a program remembers it. */
interface Resource {
  readonly path: string;
  readonly declared: Attributes;
  /** Its record as it is now; null when it is gone. */
  readonly read: () => Promise<Attributes | null>;
}

let app: TestApp;
let owner: TestUser;
let people: readonly TestUser[];
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  people = await Promise.all([aUser(app), aUser(app), aUser(app)]);
});
afterAll(() => app.close());

const succeeded = ({ status, body, text }: Answer) => {
  expect([status < 300, text]).toEqual([true, expect.anything()]);
  return body;
};

const read = async (path: string): Promise<Attributes | null> => {
  const { status, body } = await owner.api.get(path);
  expect([200, 404]).toContain(status);
  return status === 200 ? body : null;
};

/** By a list, for records that have no address of their own. */
const readListed = async (path: string, id: unknown): Promise<Attributes | null> => {
  const { body } = await owner.api.get(`${path}?per_page=100`);
  return (body as Attributes[]).find((record) => record.id === id) ?? null;
};

async function create(collection: string, sent: object, key = 'id', hidden: readonly string[] = []): Promise<Resource> {
  const record = succeeded(await owner.api.post(collection, sent));
  const path = `${collection}/${encodeURIComponent(record[key])}`;
  const declared = Object.fromEntries(Object.entries(sent).filter(([name]) => !hidden.includes(name)));
  return { path, declared, read: () => read(path) };
}

async function createDeployToken(container: string, sent: object): Promise<Resource> {
  const collection = `${container}/deploy_tokens`;
  const { path, declared } = await create(collection, sent);
  return { path, declared, read: () => readListed(collection, Number(path.split('/').at(-1))) };
}

/** What differs between the declaration and what is there. */
async function plan(resources: readonly Resource[]): Promise<readonly unknown[]> {
  const differences = await Promise.all(
    resources.map(async (resource) => {
      const there = await resource.read();
      const names = Object.keys(resource.declared);
      return names
        .map((name) => ({ at: resource.path, name, declared: resource.declared[name], there: there?.[name] }))
        .filter(({ declared, there: found }) => JSON.stringify(declared) !== JSON.stringify(found));
    }),
  );
  return differences.flat();
}

/** All of them at once; answers what was refused, and what is still there. */
async function destroy(resources: readonly Resource[]): Promise<readonly unknown[]> {
  const failures = await Promise.all(
    resources.map(async ({ path, read: readAgain }) => {
      const { status, text } = await owner.api.delete(path);
      return status < 300 && (await readAgain()) === null ? [] : [{ path, status, text }];
    }),
  );
  return failures.flat();
}

const groupAttributes = () => {
  const name = unique('infra');
  return {
    name,
    path: name,
    description: 'Made by a program',
    visibility: 'internal',
    project_creation_level: 'maintainer',
    subgroup_creation_level: 'owner',
    default_branch_protection: 2,
    lfs_enabled: false,
    request_access_enabled: false,
    share_with_group_lock: true,
    require_two_factor_authentication: true,
    two_factor_grace_period: 24,
    emails_disabled: true,
    mentions_disabled: true,
    auto_devops_enabled: false,
  };
};

const projectAttributes = () => {
  const name = unique('infra');
  return {
    name,
    path: name,
    description: 'Made by a program',
    visibility: 'internal',
    default_branch: 'trunk',
    initialize_with_readme: true,
    topics: ['infra', 'as-code'],
    tag_list: ['infra', 'as-code'],
    ci_config_path: 'ci/main.yml',
    build_timeout: 1800,
    jobs_enabled: false,
    builds_access_level: 'disabled',
    public_jobs: false,
    public_builds: false,
    shared_runners_enabled: false,
    packages_enabled: false,
    container_registry_enabled: true,
    container_registry_access_level: 'private',
    auto_cancel_pending_pipelines: 'disabled',
    issues_enabled: false,
    merge_requests_enabled: false,
    wiki_enabled: false,
    snippets_enabled: false,
    lfs_enabled: false,
    request_access_enabled: false,
    printing_merge_request_link_enabled: false,
    ci_forward_deployment_enabled: false,
    only_allow_merge_if_pipeline_succeeds: true,
    only_allow_merge_if_all_discussions_are_resolved: true,
    allow_merge_on_skipped_pipeline: true,
    remove_source_branch_after_merge: false,
    merge_method: 'ff',
    squash_option: 'always',
    pages_access_level: 'enabled',
    squash_commit_template: '%{title}',
    merge_commit_template: 'Merge %{source_branch}',
    suggestion_commit_message: 'Apply %{suggestions_count} suggestions',
  };
};

/** What both groups and projects hold: tokens, members and variables, several of each. */
const createIn = (container: string): Promise<readonly Resource[]> =>
  Promise.all([
    ...people.flatMap(({ id }, at) => [
      create(`${container}/members`, { user_id: id, access_level: 30, expires_at: day(9) }, 'id', ['user_id']),
      create(`${container}/access_tokens`, {
        name: `token ${at}`,
        scopes: ['read_api', 'read_repository'],
        access_level: 30,
        expires_at: day(30),
      }),
      createDeployToken(container, { name: `deploy ${at}`, username: `robot-${at}`, scopes: ['read_registry'] }),
      create(
        `${container}/variables`,
        {
          key: `KEY_${at}`,
          value: 'long-enough-value',
          variable_type: 'file',
          protected: true,
          masked: true,
          raw: true,
          environment_scope: '*',
          description: 'Made by a program',
        },
        'key',
      ),
    ]),
    create(`${container}/access_tokens`, { name: 'endless', scopes: ['api'], access_level: 40, expires_at: '' }, 'id', [
      'expires_at',
    ]),
  ]);

const createInProject = (project: string): Promise<readonly Resource[]> =>
  Promise.all([
    create(`${project}/triggers`, { description: 'nightly' }),
    create(`${project}/repository/branches`, { branch: 'release/1', ref: 'trunk' }, 'name', ['branch', 'ref']),
    create(`${project}/protected_branches`, { name: 'release/*', allow_force_push: true }, 'name'),
    create(`${project}/protected_tags`, { name: 'v*', create_access_level: 30 }, 'name', ['create_access_level']),
    create(
      `${project}/snippets`,
      { title: 'notes', file_name: 'a.txt', content: 'text', visibility: 'private' },
      'id',
      ['content'],
    ),
  ]);

/** Without the expiry: sent as an empty text, which is all that some of these programs can send. */
async function withoutExpiry({ path, declared, read: readAgain }: Resource): Promise<Resource> {
  succeeded(await owner.api.put(path, { access_level: declared.access_level, expires_at: '' }));
  return { path, declared: { ...declared, expires_at: null }, read: readAgain };
}

describe('a program that keeps infrastructure as code', () => {
  it('finds what it declared, clears expiries, and destroys everything in parallel', async () => {
    const group = await create('groups', groupAttributes());
    const [{ id: groupId }] = [(await group.read()) ?? {}];
    const projects = await Promise.all(
      [1, 2].map(() =>
        create('projects', { ...projectAttributes(), namespace_id: groupId }, 'id', [
          'namespace_id',
          'initialize_with_readme',
        ]),
      ),
    );
    const held = (await Promise.all([group, ...projects].map(({ path }) => createIn(path)))).flat();
    const ofProjects = (await Promise.all(projects.map(({ path }) => createInProject(path)))).flat();
    expect(await plan([group, ...projects, ...held, ...ofProjects])).toEqual([]);

    const isMember = ({ path }: Resource) => path.includes('/members/');
    const members = await Promise.all(held.filter(isMember).map(withoutExpiry));
    const leaves = [...members, ...held.filter((resource) => !isMember(resource)), ...ofProjects];
    expect(await plan([group, ...projects, ...leaves])).toEqual([]);

    for (const wave of [leaves, projects, [group]]) {
      expect(await destroy(wave)).toEqual([]);
    }
  });
});
