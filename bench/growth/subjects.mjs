// What the seeder fills and the measurements ask: made by REST, so that it is as the service makes it.
import { createHash } from 'node:crypto';
import { call } from './instance.mjs';

const PASSWORD = 'growth-0123456789';
const tokenOf = (username) => `bench-growth-${username}-0123456789`;

/** A public group and a public project in it, their owner, and somebody who will be a member of five small ones. */
export async function createSubjects(instance) {
  const post = (target, body) => call(instance, 'POST', target, body);
  const [owner, member] = [await user(post, 'growth-owner'), await user(post, 'growth-member')];
  const group = await post('/groups', { name: 'Growth', path: 'growth', visibility: 'public' });
  await post(`/groups/${group.id}/members`, { user_id: owner.id, access_level: 50 });
  const project = await post('/projects', {
    name: 'Big',
    path: 'big',
    namespace_id: group.id,
    visibility: 'public',
    initialize_with_readme: true,
  });
  const [commit] = await call(instance, 'GET', `/projects/${project.id}/repository/commits`);
  const trigger = await post(`/projects/${project.id}/triggers`, { description: 'growth' });
  await post('/admin/ci/variables', { key: 'GROWTH', value: 'the value that all seeded ones share' });
  return { groupId: group.id, projectId: project.id, owner, member, sha: commit.id, triggerId: trigger.id };
}

async function user(post, username) {
  const { id } = await post('/users', {
    username,
    name: username,
    email: `${username}@example.com`,
    password: PASSWORD,
    skip_confirmation: true,
  });
  const token = tokenOf(username);
  return { id, token, digest: createHash('sha256').update(token).digest() };
}
