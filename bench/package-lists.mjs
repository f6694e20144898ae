// Lists of packages: 50,000 of a group of 200 projects, beside 150,000 of others; the median of each list, filter and order.
// Run: npm run bench -- package-lists
import { median } from './support/median.mjs';
import { call, newInstance, withDatabase } from './growth/instance.mjs';

const PORT = 3985;
const PROJECTS = 200;
const PACKAGES = 50_000;
const OTHERS = 150_000;
const OTHER_PROJECTS = 20;
const ROUNDS = 9;
/** PostgreSQL plans a prepared statement anew for its first five executions on each connection. */
const WARM_UPS = 12;
const LIMIT_MS = 20;
const TYPES = ['maven', 'npm', 'conan', 'nuget', 'pypi', 'composer', 'generic', 'golang', 'helm', 'terraform_module'];
const STATUSES = ['default', 'error', 'hidden', 'processing', 'pending_destruction'];
const ORDERS = ['created_at', 'name', 'version', 'type', 'project_path'];
const READER = 'bench-reader-0123456789abcdef';

const instance = newInstance(PORT);
try {
  await instance.start();
  const subjects = await prepare();
  await withDatabase(instance, (client) => seed(client, subjects));
  const slow = [];
  for (const [who, token] of [
    ['administrator', instance.adminToken],
    ['reader', subjects.token],
  ]) {
    for (const target of targetsOf(subjects)) {
      const millis = await medianOf(target, token);
      console.log(`${millis.toFixed(1).padStart(7)} ms  ${who}  ${target}${millis > LIMIT_MS ? '  SLOW' : ''}`);
      slow.push(...(millis > LIMIT_MS ? [target] : []));
    }
  }
  console.log(`${slow.length} lists above ${LIMIT_MS} ms`);
} finally {
  await instance.stop();
  instance.remove();
}

/** A group with a group below it, half of the projects in each; a reader of the group. */
async function prepare() {
  const group = await call(instance, 'POST', '/groups', { name: 'bench', path: 'bench' });
  const below = await call(instance, 'POST', '/groups', { name: 'below', path: 'below', parent_id: group.id });
  const projects = [];
  for (let n = 0; n < PROJECTS; n++) {
    const place = { path: `project-${n}`, namespace_id: n % 2 === 0 ? group.id : below.id };
    projects.push((await call(instance, 'POST', '/projects', place)).id);
  }
  const others = [];
  for (let n = 0; n < OTHER_PROJECTS; n++) {
    others.push((await call(instance, 'POST', '/projects', { path: `other-${n}` })).id);
  }
  const account = { username: 'reader', name: 'Reader', email: 'reader@example.com', password: READER };
  const user = await call(instance, 'POST', '/users', { ...account, skip_confirmation: true });
  await call(instance, 'POST', `/groups/${group.id}/members`, { user_id: user.id, access_level: 20 });
  const created = { name: 'bench', scopes: ['api'] };
  const { token } = await call(instance, 'POST', `/users/${user.id}/personal_access_tokens`, created);
  return { groupId: group.id, projects, others, token };
}

async function seed(client, { projects, others }) {
  await fill(client, projects, PACKAGES);
  await fill(client, others, OTHERS);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Names with ten versions each; of 50 packages one is hidden, one failed, one is deleted, one has no version. */
function fill(client, projects, count) {
  return client.query(
    `insert into packages (project_id, package_type, name, name_key, version, version_key, status, deleted_at,
       status_before_deletion, created_at)
     select ($1::bigint[])[1 + i % cardinality($1::bigint[])], ($2::text[])[1 + i % 9], name, name, version, version, status,
       case when status = 'pending_destruction' then now() end, case when status = 'pending_destruction' then 'default' end,
       now() - i * interval '1 minute'
     from (
       select i, 'package-' || i / 10 || case when i % 5000 = 7 then '-needle' else '' end as name,
         case when i % 50 = 4 then '' else '1.' || i % 10 || '.' || i / 1000 end as version,
         case i % 50 when 1 then 'hidden' when 2 then 'error' when 3 then 'pending_destruction' else 'default' end as status
       from generate_series(0, $3::int - 1) i) made`,
    [projects, TYPES, count],
  );
}

function targetsOf({ groupId, projects }) {
  const ordered = (path) =>
    ORDERS.flatMap((by) => ['asc', 'desc'].map((sort) => `${path}?order_by=${by}&sort=${sort}`));
  const filters = [
    ...TYPES.map((type) => `package_type=${type}`),
    ...STATUSES.map((status) => `status=${status}`),
    ...['needle', 'package', '_', 'package-49', 'nothing-of-that-name'].map((name) => `package_name=${name}`),
    ...['1.7.3', '1.7.3.4'].map((version) => `package_version=${version}`),
    ...['include_versionless=true', 'page=100', 'page=2000', 'per_page=100', 'page=400&per_page=100'],
  ];
  const group = `/groups/${groupId}/packages`;
  const both = ['package_type=helm', 'package_name=needle', 'package_version=1.7.3', 'status=hidden', 'status=error'];
  const isOfGroup = (target) => !target.includes('terraform_module');
  const isOfProject = (target) => !target.includes('project_path');
  const project = `/projects/${projects[0]}/packages`;
  return [
    ...ordered(group),
    ...filters.map((filter) => `${group}?${filter}`).filter(isOfGroup),
    ...ordered(group).flatMap((target) => [...both, 'exclude_subgroups=true'].map((filter) => `${target}&${filter}`)),
    ...ordered(group).map((target) => `${target}&page=300&per_page=100`),
    ...['created_at', 'name', 'version', 'type'].map((by) => `${group}?pagination=keyset&order_by=${by}&sort=asc`),
    ...ordered(project).filter(isOfProject),
    ...filters.map((filter) => `${project}?${filter}`),
  ];
}

async function medianOf(target, token) {
  const times = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const started = performance.now();
    const answer = await fetch(`${instance.api}${target}`, { headers: { 'PRIVATE-TOKEN': token } });
    await answer.arrayBuffer();
    if (!answer.ok) {
      throw new Error(`${target}: ${answer.status}`);
    }
    if (round >= 0) {
      times.push(performance.now() - started);
    }
  }
  return median(times);
}
