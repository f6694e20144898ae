import { aPackage } from '../builders/packages.js';
import { aGroup, aProject, aUser, unique } from '../builders/records.js';
import type { TestUser } from '../builders/records.js';
import { repositoryPath } from '../builders/repositories.js';
import { aStoredRepository, storeTags } from '../builders/stored-images.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './app.js';

/** Rows that some lists show, one after the other. */
export interface RowSource {
  /** Below `/api/v4`, as the routes are declared. */
  readonly lists: Readonly<Record<string, string>>;
  /** Makes one and answers what names it in the lists. */
  add(): Promise<string>;
  /** Takes one away again; rows that nothing removes have none. */
  readonly remove?: (name: string) => Promise<unknown>;
  /** What names a row of the answer; its id unless something else is said. */
  readonly nameOf?: (row: Readonly<Record<string, unknown>>) => unknown;
  readonly api: ApiClient;
}

/** Lists of what the program or its configuration has, of what git has, and of rows of several kinds or without ids. */
export const WITHOUT_ROWS: ReadonlySet<string> = new Set([
  ...['/features', '/integration_kinds', '/repository_storages'],
  ...['/groups/:id/access_report', '/projects/:id/access_report'],
  ...['variables', 'bridges'].map((list) => `/projects/:id/pipelines/:pipeline_id/${list}`),
  ...['branches', 'tags', 'commits', 'commits/:sha/diff', 'commits/:sha/refs', 'tree'].map(
    (list) => `/projects/:id/repository/${list}`,
  ),
]);

const SHA = 'a'.repeat(40);

/** A source for every list of the product, with containers of its own. */
export async function rowSources(app: TestApp): Promise<RowSource[]> {
  const owner = await aUser(app);
  const group = await aGroup(owner.api);
  const project = await aProject(owner.api, { namespace_id: group.id, initialize_with_readme: true });
  const inserted = inserterOf(app);
  const subjects = { app, inserted, owner, groupId: group.id, projectId: project.id };
  const audited = await aGroup(owner.api);
  const auditedProject = await aProject(owner.api, { namespace_id: group.id });
  return [
    ...containers(subjects),
    ...accounts(subjects),
    ...tokens(subjects),
    ...records(subjects),
    ...auditEvents({ ...subjects, groupId: audited.id, projectId: auditedProject.id }),
    ...settings(subjects),
    ...(await storageMoves(subjects)),
    ...(await pipelines(subjects)),
    ...(await images(subjects)),
    ...(await packages(subjects)),
    ...(await alerts(subjects)),
    ...(await integrations(subjects)),
  ];
}

interface Subjects {
  readonly app: TestApp;
  readonly inserted: Inserter;
  readonly owner: TestUser;
  readonly groupId: number;
  readonly projectId: number;
}

/** Inserts one row, and answers one of its columns as text. */
type Inserter = (table: string, row: Readonly<Record<string, unknown>>, returning?: string) => Promise<string>;

const inserterOf =
  (app: TestApp): Inserter =>
  async (table, row, returning = 'id') => {
    const names = Object.keys(row);
    const [made] = await app.sql<{ name: string }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')})
       returning ${returning}::text as name`,
      Object.values(row),
    );
    return made!.name;
  };

/** Removes the row of this table that a list names so. */
const remover =
  ({ app }: Subjects, table: string, column = 'id') =>
  (name: string) =>
    app.sql(`delete from ${table} where ${column}::text = $1`, [name]);

const digest = (): Buffer => Buffer.from(unique('d').padEnd(32, 'x').slice(0, 32));
const uuidOf = async ({ app }: Subjects): Promise<string> =>
  (await app.sql<{ uuid: string }>('select gen_random_uuid()::text as uuid'))[0]!.uuid;

/** Rows made, and removed, by the calls of the API that clients make. */
function byRest(
  api: ApiClient,
  lists: Readonly<Record<string, string>>,
  make: { readonly path: string; readonly body: () => object; readonly key?: string },
): RowSource {
  const { key = 'id' } = make;
  return {
    lists,
    api,
    nameOf: (row) => row[key],
    add: async () => {
      const { status, body, text } = await api.post(make.path, make.body());
      if (status !== 201) {
        throw new Error(`Not made: ${make.path} ${status} ${text}`);
      }
      return String(body[key]);
    },
    remove: async (name) => {
      const { status, text } = await api.delete(`${make.path}/${encodeURIComponent(name)}`);
      if (status >= 300) {
        throw new Error(`Not removed: ${make.path} ${status} ${text}`);
      }
    },
  };
}

/** The same path for a list as the route has it and with the ids filled in. */
const list = (route: string, values: Readonly<Record<string, string | number>> = {}): Record<string, string> => ({
  [route]: route.slice(1).replace(/:(\w+)/g, (_all, name: string) => String(values[name] ?? '')),
});

function containers({ owner, groupId }: Subjects): RowSource[] {
  const named = () => {
    const path = unique('row');
    return { name: path, path };
  };
  return [
    byRest(
      owner.api,
      { ...list('/projects'), ...list('/groups/:id/projects', { id: groupId }) },
      { path: 'projects', body: () => ({ ...named(), namespace_id: groupId }) },
    ),
    byRest(owner.api, list('/users/:user_id/projects', { user_id: owner.id }), { path: 'projects', body: named }),
    byRest(
      owner.api,
      {
        ...list('/groups'),
        ...list('/namespaces'),
        ...list('/groups/:id/subgroups', { id: groupId }),
        ...list('/groups/:id/descendant_groups', { id: groupId }),
      },
      { path: 'groups', body: () => ({ ...named(), parent_id: groupId }) },
    ),
  ];
}

function accounts(subjects: Subjects): RowSource[] {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const aRowOfUsers = () => {
    const username = unique('row');
    const row = { kind: 'human', username, name: username, email: `${username}@example.com`, confirmed_at: new Date() };
    return inserted('users', row);
  };
  const member = (container: object) => async () => {
    const user = await aRowOfUsers();
    return inserted('members', { user_id: user, level: 20, ...container }, 'user_id');
  };
  const leave = (user: string) => app.sql('delete from members where user_id = $1', [user]);
  return [
    { api: app.admin, lists: list('/users'), add: aRowOfUsers, remove: remover(subjects, 'users') },
    {
      api: owner.api,
      lists: {
        ...list('/groups/:id/members', { id: groupId }),
        ...list('/groups/:id/members/all', { id: groupId }),
      },
      add: member({ group_id: groupId }),
      remove: leave,
    },
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/members', { id: projectId }),
        ...list('/projects/:id/members/all', { id: projectId }),
        ...list('/projects/:id/users', { id: projectId }),
      },
      add: member({ project_id: projectId }),
      remove: leave,
    },
    {
      api: owner.api,
      lists: list('/user/sessions'),
      add: () => {
        const seen = new Date();
        const times = { signed_in_at: seen, last_seen_at: seen, expires_at: new Date(seen.getTime() + 86_400_000) };
        const facts = { return_targets: '[]', address: '127.0.0.1', user_agent: 'x' };
        return inserted('sessions', { digest: digest(), user_id: owner.id, ...times, ...facts });
      },
      remove: remover(subjects, 'sessions'),
    },
  ];
}

function tokens({ app, owner, groupId, projectId }: Subjects): RowSource[] {
  const body = () => ({ name: unique('row'), scopes: ['read_api'] });
  const mine = byRest(owner.api, list('/personal_access_tokens'), { path: 'user/personal_access_tokens', body });
  const impersonation = `users/${owner.id}/impersonation_tokens`;
  const deploy = () => ({ name: unique('row'), scopes: ['read_registry'] });
  return [
    { ...mine, remove: (id) => app.sql('delete from access_tokens where id = $1', [id]) },
    byRest(app.admin, list('/users/:user_id/impersonation_tokens', { user_id: owner.id }), {
      path: impersonation,
      body,
    }),
    byRest(owner.api, list('/projects/:id/access_tokens', { id: projectId }), {
      path: `projects/${projectId}/access_tokens`,
      body,
    }),
    byRest(owner.api, list('/groups/:id/access_tokens', { id: groupId }), {
      path: `groups/${groupId}/access_tokens`,
      body,
    }),
    byRest(owner.api, list('/projects/:id/deploy_tokens', { id: projectId }), {
      path: `projects/${projectId}/deploy_tokens`,
      body: deploy,
    }),
    byRest(owner.api, list('/groups/:id/deploy_tokens', { id: groupId }), {
      path: `groups/${groupId}/deploy_tokens`,
      body: deploy,
    }),
    byRest(owner.api, list('/groups/:id/scim_tokens', { id: groupId }), {
      path: `groups/${groupId}/scim_tokens`,
      body: () => ({ name: unique('row') }),
    }),
  ];
}

/** With a repository, without which none is shown. */
async function aSnippet({ inserted, owner }: Subjects, container: object): Promise<string> {
  const row = { author_id: owner.id, title: 'row', visibility: 'public', files: ['a.txt'], ...container };
  const id = await inserted('snippets', row);
  const repository = { type: 'snippet', storage: 'default', relative_path: `${unique('row')}.git` };
  return inserted('repositories', { snippet_id: id, ...repository }, 'snippet_id');
}

function records(subjects: Subjects): RowSource[] {
  const { app, inserted, owner, projectId } = subjects;
  const snippet = (container: object) => () => aSnippet(subjects, container);
  const application = () => ({ name: unique('row'), redirect_uri: 'https://a.example.com', scopes: 'api' });
  return [
    {
      api: owner.api,
      lists: { ...list('/snippets'), ...list('/snippets/public') },
      add: snippet({}),
      remove: remover(subjects, 'snippets'),
    },
    { api: app.admin, lists: list('/snippets/all'), add: snippet({}), remove: remover(subjects, 'snippets') },
    {
      api: owner.api,
      lists: list('/projects/:id/snippets', { id: projectId }),
      add: snippet({ project_id: projectId }),
      remove: remover(subjects, 'snippets'),
    },
    {
      api: owner.api,
      lists: list('/operations'),
      add: async () => {
        const id = (await uuidOf(subjects)).replaceAll('-', '');
        return inserted('operations', { id, kind: 'registry_gc', state: 'finished', creator_id: owner.id });
      },
      remove: remover(subjects, 'operations'),
    },
    byRest(app.admin, list('/applications'), { path: 'applications', body: application }),
    {
      api: owner.api,
      lists: list('/user/authorized_applications'),
      nameOf: ({ application: granted }) => (granted as { id: number }).id,
      add: async () => {
        const { body } = await app.admin.post('applications', application());
        const family = { application_id: body.id, user_id: owner.id, has_consent: true, scopes: ['api'] };
        const familyId = await inserted('oauth_families', family);
        await inserted('oauth_refresh_tokens', { digest: digest(), family_id: familyId }, 'family_id');
        return String(body.id);
      },
      remove: (id) => app.sql('delete from oauth_families where application_id = $1', [id]),
    },
    {
      api: owner.api,
      lists: list('/user/chat_accounts'),
      add: () => {
        const chat = { kind: 'slack-slash-commands', team_id: 'T', chat_id: unique('row'), chat_name: 'row' };
        return inserted('chat_accounts', { ...chat, user_id: owner.id });
      },
      remove: remover(subjects, 'chat_accounts'),
    },
  ];
}

/** Nothing removes one. */
function auditEvents({ app, inserted, owner, groupId, projectId }: Subjects): RowSource[] {
  const event = (entity: string, id: number) => () =>
    inserted('audit_events', {
      author_id: owner.id,
      entity_type: entity,
      entity_id: id,
      group_ids: entity === 'Group' ? [id] : [],
      details: '{"author_name": "row"}',
    });
  return [
    {
      api: app.admin,
      lists: { '/audit_events': `audit_events?entity_type=User&entity_id=${owner.id}` },
      add: event('User', owner.id),
    },
    {
      api: owner.api,
      lists: list('/groups/:id/audit_events', { id: groupId }),
      add: event('Group', groupId),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/audit_events', { id: projectId }),
      add: event('Project', projectId),
    },
  ];
}

function settings(subjects: Subjects): RowSource[] {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const variable = () => ({ key: unique('row').replace('-', '_').toUpperCase(), value: 'x' });
  const at = `projects/${projectId}`;
  return [
    byRest(owner.api, list('/projects/:id/variables', { id: projectId }), {
      path: `${at}/variables`,
      body: variable,
      key: 'key',
    }),
    byRest(owner.api, list('/groups/:id/variables', { id: groupId }), {
      path: `groups/${groupId}/variables`,
      body: variable,
      key: 'key',
    }),
    byRest(app.admin, list('/admin/ci/variables'), { path: 'admin/ci/variables', body: variable, key: 'key' }),
    byRest(owner.api, list('/projects/:id/protected_branches', { id: projectId }), {
      path: `${at}/protected_branches`,
      body: () => ({ name: unique('row') }),
      key: 'name',
    }),
    byRest(owner.api, list('/projects/:id/protected_tags', { id: projectId }), {
      path: `${at}/protected_tags`,
      body: () => ({ name: unique('row') }),
      key: 'name',
    }),
    byRest(owner.api, list('/projects/:id/triggers', { id: projectId }), {
      path: `${at}/triggers`,
      body: () => ({ description: 'row' }),
    }),
    byRest(owner.api, list('/projects/:id/registry/tag_rules', { id: projectId }), {
      path: `${at}/registry/tag_rules`,
      body: () => ({ tag_pattern: unique('row') }),
    }),
    byRest(owner.api, list('/projects/:id/alert_integrations', { id: projectId }), {
      path: `${at}/alert_integrations`,
      body: () => ({ name: unique('row') }),
    }),
    {
      api: owner.api,
      lists: list('/projects/:id/repository/deleted_refs', { id: projectId }),
      nameOf: ({ name }) => name,
      add: async () => {
        const [code] = await app.sql<{ id: string }>(
          `select id::text from repositories where project_id = $1 and type = 'code'`,
          [projectId],
        );
        const ref = { type: 'branch', name: unique('row'), sha: SHA, reason: 'deleted', actor_id: owner.id };
        return inserted('deleted_refs', { repository_id: code!.id, ...ref }, 'name');
      },
      remove: remover(subjects, 'deleted_refs', 'name'),
    },
  ];
}

async function storageMoves(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, groupId, projectId } = subjects;
  const moves = (type: string, container: string | number, lists: Record<string, string>): RowSource => ({
    api: app.admin,
    lists,
    add: () => {
      const storages = { source_storage: 'default', destination_storage: 'other' };
      const row = { container_id: container, state: 'finished', finished_at: new Date(), ...storages };
      return inserted(`${type}_repository_storage_moves`, row);
    },
    remove: remover(subjects, `${type}_repository_storage_moves`),
  });
  const snippetId = await aSnippet(subjects, {});
  return [
    moves('project', projectId, {
      ...list('/project_repository_storage_moves'),
      ...list('/projects/:id/repository_storage_moves', { id: projectId }),
    }),
    moves('group', groupId, {
      ...list('/group_repository_storage_moves'),
      ...list('/groups/:id/repository_storage_moves', { id: groupId }),
    }),
    moves('snippet', snippetId, {
      ...list('/snippet_repository_storage_moves'),
      ...list('/snippets/:id/repository_storage_moves', { id: snippetId }),
    }),
  ];
}

async function pipelines(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const { body: trigger } = await owner.api.post(`projects/${projectId}/triggers`, { description: 'calls' });
  const pipeline = (fields: object = {}) =>
    inserted('ci_pipelines', {
      project_id: projectId,
      iid: (nextIid += 1),
      ref: 'main',
      is_tag: false,
      sha: SHA,
      source: 'api',
      status: 'success',
      user_id: owner.id,
      ...fields,
    });
  let nextIid = 1000;
  const [parent, ofJobs] = [await pipeline(), await pipeline()];
  const { body: runner } = await owner.api.post('user/runners', {
    runner_type: 'project_type',
    project_id: projectId,
    description: 'of jobs',
  });
  const job = (fields: object) => () =>
    inserted('ci_jobs', {
      project_id: projectId,
      pipeline_id: ofJobs,
      kind: 'build',
      name: unique('row'),
      stage: 'test',
      stage_position: 1,
      status: 'success',
      run_when: 'on_success',
      user_id: owner.id,
      ...fields,
    });
  const { body: commits } = await owner.api.get(repositoryPath({ id: projectId }, 'commits'));
  const sha = (commits as { id: string }[])[0]!.id;
  const ofStatuses = await pipeline({ sha });
  const ofPipelines = { id: projectId, pipeline_id: ofJobs };
  const runners = (type: string, fields: object) => ({
    add: () =>
      inserted('ci_runners', {
        runner_type: type,
        digest: digest(),
        description: 'row',
        tags: [],
        created_by: owner.id,
        ...fields,
      }),
    remove: remover(subjects, 'ci_runners'),
  });
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/pipelines', { id: projectId }),
        ...list('/projects/:id/triggers/:trigger_id/pipelines', { id: projectId, trigger_id: trigger.id }),
      },
      add: () => pipeline({ trigger_id: trigger.id, source: 'trigger' }),
      remove: remover(subjects, 'ci_pipelines'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/pipelines/:pipeline_id/downstream', { id: projectId, pipeline_id: parent }),
      add: async () => {
        const id = await pipeline();
        const source = { pipeline_id: id, source_project_id: projectId, source_pipeline_id: parent };
        return inserted('ci_sources', source, 'pipeline_id');
      },
      remove: remover(subjects, 'ci_sources', 'pipeline_id'),
    },
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/jobs', { id: projectId }),
        ...list('/projects/:id/pipelines/:pipeline_id/jobs', ofPipelines),
        ...list('/runners/:runner_id/jobs', { runner_id: runner.id }),
      },
      add: job({ runner_id: runner.id }),
      remove: remover(subjects, 'ci_jobs'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/repository/commits/:sha/statuses', { id: projectId, sha }),
      add: job({ pipeline_id: ofStatuses, kind: 'status' }),
      remove: remover(subjects, 'ci_jobs'),
    },
    { api: app.admin, lists: list('/runners/all'), ...runners('instance_type', {}) },
    {
      api: owner.api,
      lists: list('/groups/:id/runners', { id: groupId }),
      ...runners('group_type', { group_id: groupId }),
    },
    {
      api: owner.api,
      lists: { ...list('/runners'), ...list('/projects/:id/runners', { id: projectId }) },
      add: async () => {
        const id = await runners('project_type', {}).add();
        return inserted('ci_runner_projects', { runner_id: id, project_id: projectId }, 'runner_id');
      },
      remove: remover(subjects, 'ci_runners'),
    },
  ];
}

async function images(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const { id } = await aStoredRepository(app, projectId);
  const ofRepository = { id: projectId, repository_id: id };
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/registry/repositories', { id: projectId }),
        ...list('/groups/:id/registry/repositories', { id: groupId }),
      },
      add: async () => String((await aStoredRepository(app, projectId)).id),
      remove: remover(subjects, 'container_repositories'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/registry/repositories/:repository_id/tags', ofRepository),
      nameOf: ({ name }) => name,
      add: async () => {
        const name = unique('row');
        await storeTags(app, id, [{ name }]);
        return name;
      },
      remove: remover(subjects, 'container_tags', 'name'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/registry/repositories/:repository_id/deleted_tags', ofRepository),
      nameOf: ({ name }) => name,
      add: async () => {
        const name = unique('row');
        const digests = await storeTags(app, id, [{ name }]);
        await app.sql('delete from container_tags where repository_id = $1 and name = $2', [id, name]);
        const until = new Date(Date.now() + 86_400_000);
        const why = { reason: 'deleted', author_id: owner.id, author_name: 'row', restorable_until: until };
        const tag = { repository_id: id, name, digest: digests.get(name) };
        return inserted('container_tag_history', { ...tag, ...why, happened_at: new Date() }, 'name');
      },
      remove: remover(subjects, 'container_tag_history', 'name'),
    },
    {
      api: app.admin,
      lists: list('/registry/gc'),
      add: async () => {
        const runId = (await uuidOf(subjects)).replaceAll('-', '');
        return inserted('operations', { id: runId, kind: 'registry_gc', state: 'finished', creator_id: owner.id });
      },
      remove: remover(subjects, 'operations'),
    },
  ];
}

async function packages(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const packageId = await aPackage(app, projectId, { name: unique('whole') });
  const sums = { sha256: '0'.repeat(64), sha512: '0'.repeat(128), sha1: '0'.repeat(40), md5: '0'.repeat(32) };
  const blobId = await inserted('package_blobs', { ...sums, size: 1, store_key: unique('row') });
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/packages', { id: projectId }),
        ...list('/groups/:id/packages', { id: groupId }),
      },
      add: async () => String(await aPackage(app, projectId, { name: unique('row') })),
      remove: remover(subjects, 'packages'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/packages/:package_id/package_files', { id: projectId, package_id: packageId }),
      add: () => {
        const file = { file_name: unique('row'), blob_id: blobId, size: 1 };
        return inserted('package_files', { package_id: packageId, project_id: projectId, ...file });
      },
      remove: remover(subjects, 'package_files'),
    },
  ];
}

async function alerts(subjects: Subjects): Promise<RowSource[]> {
  const { inserted, owner, projectId } = subjects;
  let number = 1000;
  const alert = (returning?: string) => {
    number += 1;
    const times = { started_at: new Date(number * 1000), last_event_at: new Date() };
    const row = { project_id: projectId, iid: number, title: 'row', severity: 'high', status: 'triggered', ...times };
    return inserted(
      'alerts',
      { ...row, fingerprint: unique('row').padEnd(40, '0').slice(0, 40), payload: '{}' },
      returning,
    );
  };
  const alertId = await alert();
  const ofAlert = { id: projectId, alert_id: number };
  return [
    {
      api: owner.api,
      lists: list('/projects/:id/alert_management_alerts', { id: projectId }),
      add: () => alert(),
      remove: remover(subjects, 'alerts'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/alert_management_alerts/:alert_id/occurrences', ofAlert),
      add: () => {
        number += 1;
        const occurrence = { alert_id: alertId, number, outcome: 'repeated', started_at: new Date(), payload: '{}' };
        return inserted('alert_occurrences', { ...occurrence, received_at: new Date() });
      },
      remove: remover(subjects, 'alert_occurrences'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/incidents', { id: projectId }),
      add: () => {
        number += 1;
        const incident = { project_id: projectId, iid: number, title: 'row', description: 'x', state: 'opened' };
        return inserted('incidents', { ...incident, severity: 'high', author_id: owner.id });
      },
      remove: remover(subjects, 'incidents'),
    },
  ];
}

async function integrations(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, projectId } = subjects;
  const other = await aProject(owner.api);
  const { body: kinds } = await owner.api.get('integration_kinds?per_page=100');
  const slugs = (kinds as { slug: string }[]).map(({ slug }) => slug);
  const slug = slugs.pop()!;
  const integrationId = await inserted('integrations', { project_id: projectId, slug, active: true });
  const ofIntegration = { id: projectId, slug };
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/integrations', { id: other.id }),
        ...list('/projects/:id/services', { id: other.id }),
      },
      nameOf: ({ slug: name }) => name,
      add: () => inserted('integrations', { project_id: other.id, slug: slugs.shift(), active: true }, 'slug'),
      remove: (name) => {
        slugs.push(name);
        return app.sql('delete from integrations where project_id = $1 and slug = $2', [other.id, name]);
      },
    },
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/integrations/:slug/deliveries', ofIntegration),
        ...list('/projects/:id/services/:slug/deliveries', ofIntegration),
      },
      nameOf: ({ uuid }) => uuid,
      add: async () => {
        const event = { project_id: projectId, object_kind: 'push', event_type: 'push', payload: '{}' };
        const eventId = await inserted('integration_events', event);
        const facts = { object_kind: 'push', trigger: 'event', state: 'succeeded', next_attempt_at: null };
        return inserted(
          'deliveries',
          { project_id: projectId, integration_id: integrationId, event_id: eventId, ...facts },
          'uuid',
        );
      },
      remove: remover(subjects, 'deliveries', 'uuid'),
    },
  ];
}
