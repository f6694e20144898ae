import { unique } from '../../builders/records.js';
import { byRest, digest, list, remover } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export function containers({ owner, groupId }: Subjects): RowSource[] {
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

export function accounts(subjects: Subjects): RowSource[] {
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

export function tokens({ app, owner, groupId, projectId }: Subjects): RowSource[] {
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
