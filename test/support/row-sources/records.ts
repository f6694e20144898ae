import { unique } from '../../builders/records.js';
import { byRest, digest, list, remover, SHA, uuidOf } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

/** With a repository, without which none is shown. */
export async function aSnippet({ inserted, owner }: Subjects, container: object): Promise<string> {
  const row = { author_id: owner.id, title: 'row', visibility: 'public', files: ['a.txt'], ...container };
  const id = await inserted('snippets', row);
  const repository = { type: 'snippet', storage: 'default', relative_path: `${unique('row')}.git` };
  return inserted('repositories', { snippet_id: id, ...repository }, 'snippet_id');
}

export function records(subjects: Subjects): RowSource[] {
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
export function auditEvents({ app, inserted, owner, groupId, projectId }: Subjects): RowSource[] {
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

export function settings(subjects: Subjects): RowSource[] {
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
