// Fills an instance with `rows` rows of each kind, one INSERT … SELECT per table, indexes and triggers as they are.
import { withDatabase } from './instance.mjs';
import {
  BIG,
  dated,
  digest,
  few,
  FIRST,
  FIRST_ROW,
  hex,
  lately,
  named,
  scattered,
  series,
  visibility,
} from './rows.mjs';
import { alerts, integrations, packages, storageMoves } from './service-rows.mjs';

/** A tenth of a tenth of it still has rows to be found. */
export const LEAST_ROWS = 1000;
/** The largest number of rows that the ranges of ids hold. */
export const MOST_ROWS = 5_000_000;

const PREPARED = [
  `alter system set max_wal_size = '8GB'`,
  `alter system set checkpoint_timeout = '30min'`,
  'select pg_reload_conf()',
];
const SETTLED = ['alter system reset all', 'select pg_reload_conf()', 'vacuum analyze', 'checkpoint'];
const CONNECTIONS = 2;

/** Answers the seconds that it took. */
export async function seed(instance, subjects, rows, log) {
  const started = performance.now();
  await inTurn(instance, PREPARED);
  for (const families of stages(subjects, rows)) {
    const waiting = [...families];
    const workers = Array.from({ length: CONNECTIONS }, () =>
      withDatabase(instance, (client) => fill(client, waiting, log)),
    );
    await Promise.all(workers);
  }
  await withDatabase(instance, advanceSequences);
  await inTurn(instance, SETTLED);
  return (performance.now() - started) / 1000;
}

/** Takes one family of tables after the other, until none is left. */
async function fill(client, waiting, log) {
  await client.query(`set synchronous_commit = off; set work_mem = '128MB'`);
  for (let family = waiting.shift(); family !== undefined; family = waiting.shift()) {
    for (const [table, statement] of family) {
      const before = performance.now();
      await client.query(statement);
      log(`  ${table}: ${((performance.now() - before) / 1000).toFixed(1)} s`);
    }
  }
}

const inTurn = (instance, statements) =>
  withDatabase(instance, async (client) => {
    for (const statement of statements) {
      await client.query(statement);
    }
  });

/** Ids were given by hand; the next row of the service must not meet them. */
async function advanceSequences(client) {
  const { rows } = await client.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`,
  );
  for (const { name } of rows) {
    await client.query(`select setval(pg_get_serial_sequence('${name}', 'id'), greatest(max(id), 1)) from ${name}`);
  }
}

/** Families of a stage need only what the stages before made; the longest come first. */
const stages = (subjects, rows) => [
  [accounts(subjects, rows)],
  [containers(subjects, rows)],
  [pipelines, tokens, records, images, accountRecords, memberships, refs].map((family) => family(subjects, rows)),
  [packages, alerts, integrations, storageMoves].map((family) => family(subjects, rows)),
];

function accounts({ owner, member }, rows) {
  return [
    [
      'users',
      `insert into users (id, kind, username, name, email, state, is_external, confirmed_at, last_activity_on, created_at, updated_at)
       select ${FIRST.user} + i, 'human', ${named('user', 'i', rows)}, 'User ' || i, 'user-' || i || '@example.com',
         case when i % 50 = 0 then 'blocked' else 'active' end, i % 25 = 0, now(), current_date - i % 300,
         ${dated('i', rows)}, ${scattered('i', rows)} ${series(rows)}`,
    ],
    [
      'users that are bots',
      `insert into users (id, kind, username, name, email, confirmed_at, created_at)
       select ${FIRST.bot} + i, case when i % 2 = 0 then 'project_bot' else 'group_bot' end, 'bot-' || i, 'Bot ' || i,
         'bot-' || i || '@noreply.invalid', now(), ${dated('i', few(rows))} ${series(few(rows))}`,
    ],
    [
      'access_tokens of the callers',
      `insert into access_tokens (kind, user_id, name, scopes, digest, created_by)
       select 'personal', id, 'bench', '{api}', decode(digest, 'hex'), id
       from (values (${owner.id}, '${owner.digest.toString('hex')}'), (${member.id}, '${member.digest.toString('hex')}')) t (id, digest)`,
    ],
  ];
}

/**
 * Personal namespaces of all users; a tenth as many groups in trees of ten, four levels deep; and one tree of as many
 * groups as rows below the big group, half of them directly in it. Of eight projects three are personal ones, one
 * belongs to the owner, two lie in the small groups, one in the big group and one below it.
 */
function containers({ groupId, owner }, rows) {
  const [group, tree] = [FIRST.group, FIRST.tree];
  const wide = rows / 2;
  const deep = (rows * 8) / 10;
  const step = (rows * 3) / 10;
  return [
    [
      'namespaces of users',
      `insert into namespaces (id, kind, name, path, owner_id, traversal_ids, created_at)
       select ${FIRST.personal} + i, 'user', u.name, u.username, u.id, array[${FIRST.personal} + i], u.created_at
       from generate_series(1, ${rows}) i join users u on u.id = ${FIRST.user} + i`,
    ],
    [
      'namespaces of groups',
      `insert into namespaces (id, kind, name, path, parent_id, traversal_ids, created_at)
       select ${group} + i, 'group', 'Group ' || i, ${named('group', 'i', few(rows))}, chain[array_length(chain, 1) - 1],
         chain, ${dated('i', few(rows))}
       from (select i, case (i - 1) % 10 when 0 then array[${group} + i]
           when 1 then array[root, ${group} + i] when 2 then array[root, ${group} + i] when 3 then array[root, ${group} + i]
           when 4 then array[root, ${group} + i - 3, ${group} + i] when 5 then array[root, ${group} + i - 3, ${group} + i]
           when 6 then array[root, ${group} + i - 3, ${group} + i]
           else array[root, ${group} + i - 6, ${group} + i - 3, ${group} + i] end as chain
         from (select i, ${group} + (i - 1) / 10 * 10 + 1 as root ${series(few(rows))}) rooted) g order by i`,
    ],
    [
      'namespaces of the big tree',
      `insert into namespaces (id, kind, name, path, parent_id, traversal_ids, created_at)
       select ${tree} + i, 'group', 'Tree ' || i, ${named('tree', 'i', rows)}, chain[array_length(chain, 1) - 1], chain,
         ${dated('i', rows)}
       from (select i, case when i <= ${wide} then array[${groupId}::bigint, ${tree} + i]
           when i <= ${deep} then array[${groupId}::bigint, ${tree} + i - ${wide}, ${tree} + i]
           else array[${groupId}::bigint, ${tree} + i - ${step + wide}, ${tree} + i - ${step}, ${tree} + i] end as chain
         ${series(rows)}) g order by i`,
    ],
    [
      'groups',
      `insert into groups (id, visibility, description, created_at)
       select id, case when traversal_ids[1] = ${groupId} then ${visibility('traversal_ids[2]')}
           else ${visibility('(traversal_ids[1] / 10)')} end, 'A group', created_at
       from namespaces where kind = 'group' and id > ${group} order by id`,
    ],
    [
      'routes of namespaces',
      `insert into routes (path, namespace_id)
       select coalesce(c.path || '/', '') || coalesce(b.path || '/', '') || coalesce(a.path || '/', '') || n.path, n.id
       from namespaces n left join namespaces a on a.id = n.parent_id left join namespaces b on b.id = a.parent_id
         left join namespaces c on c.id = b.parent_id
       where n.id > ${FIRST.personal} order by n.id`,
    ],
    [
      'projects',
      `insert into projects (id, namespace_id, name, path, description, visibility, default_branch, creator_id, topics,
         archived, last_activity_at, created_at, updated_at)
       select ${FIRST_ROW} + i, n.id, 'Project ' || i, ${named('project', 'i', rows)}, 'About project ' || i,
         coalesce(g.visibility, ${visibility('(i / 8)')}), 'main', coalesce(n.owner_id, ${owner.id}),
         array['topic-' || i % 100], i % 100 = 7, ${scattered('i', rows)}, ${dated('i', rows)}, ${scattered('i + 1', rows)}
       from (select i, case i % 8 when 3 then (select id from namespaces where owner_id = ${owner.id})
           when 4 then ${group} + 1 + i % ${few(rows)} when 5 then ${group} + 1 + i % ${few(rows)}
           when 6 then ${groupId} when 7 then ${tree} + i else ${FIRST.personal} + i end as namespace_id ${series(rows)}) p
         join namespaces n on n.id = p.namespace_id
         left join groups g on g.id = n.id and n.id <> ${groupId} order by i`,
    ],
    [
      'routes of projects',
      `insert into routes (path, project_id) select r.path || '/' || p.path, p.id
       from projects p join routes r on r.namespace_id = p.namespace_id where p.id > ${FIRST_ROW} order by p.id`,
    ],
  ];
}

/** As many members in the big project and in the big group; the member of five has three small groups and two projects. */
function memberships({ groupId, projectId, member }, rows) {
  const level = '(array[10, 20, 30, 40, 50])[1 + i % 5]';
  return [
    [
      'members of the big project',
      `insert into members (project_id, user_id, level, created_at)
       select ${projectId}, ${FIRST.user} + i, ${level}, ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'members of the big group',
      `insert into members (group_id, user_id, level, created_at)
       select ${groupId}, ${FIRST.user} + i, 10, ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'owners of projects and groups',
      `insert into members (project_id, group_id, user_id, level)
       select p.id, null::bigint, p.creator_id, 50 from projects p join namespaces n on n.id = p.namespace_id
       where n.kind = 'user' and p.id > ${FIRST_ROW}
       union all select null, ${FIRST.group} + i, ${FIRST.user} + i, 50 ${series(few(rows))}`,
    ],
    [
      'members: the member of five',
      `insert into members (project_id, group_id, user_id, level)
       values (null, ${FIRST.group + 21}, ${member.id}, 50), (null, ${FIRST.group + 31}, ${member.id}, 30),
         (null, ${FIRST.group + 51}, ${member.id}, 20), (${FIRST_ROW + 16}, null, ${member.id}, 40),
         (${FIRST_ROW + 24}, null, ${member.id}, 30)`,
    ],
  ];
}

function tokens({ groupId, projectId, owner }, rows) {
  const of = (kind, { user, project = 'null', group = 'null', level = 'null' }) => [
    `access_tokens: ${kind}`,
    `insert into access_tokens (kind, user_id, project_id, group_id, access_level, name, scopes, digest, expires_at,
       revoked_at, last_used_at, created_by, created_at)
     select '${kind}', ${user}, ${project}::bigint, ${group}::bigint, ${level}::int, ${named('token', 'i', rows)}, '{api}',
       ${digest(kind, 'i')}, current_date + (i % 500)::int - 100, case when i % 3 = 0 then now() - interval '1 day' end,
       ${scattered('i', rows)}, 1, ${dated('i', rows)} ${series(rows)}`,
  ];
  const bot = `${FIRST.bot} + 1 + i % ${few(rows)}`;
  const deployTokens = (column, id) => [
    `deploy_tokens: ${column}`,
    `insert into deploy_tokens (${column}, name, username, digest, scopes, revoked_at, created_by, created_at)
     select ${id}, ${named('deploy', 'i', rows)}, 'deploy-' || i, ${digest(`deploy ${column}`, 'i')}, '{read_registry}',
       case when i % 3 = 0 then now() end, ${owner.id}, ${dated('i', rows)} ${series(rows)}`,
  ];
  return [
    of('personal', { user: owner.id }),
    of('impersonation', { user: owner.id }),
    of('project', { user: bot, project: projectId, level: 30 }),
    of('group', { user: bot, group: groupId, level: 30 }),
    deployTokens('project_id', projectId),
    deployTokens('group_id', groupId),
  ];
}

function records({ groupId, projectId, owner }, rows) {
  return [
    [
      'audit_events',
      `insert into audit_events (author_id, entity_type, entity_id, entity_path, group_ids, details, created_at,
         chain_position, prev_hash, hash)
       select ${owner.id}, (array['Project', 'Group', 'User', 'Instance', 'Project'])[1 + i % 5],
         case i % 5 when 0 then ${projectId} when 1 then ${groupId} when 2 then ${FIRST.user} + i when 3 then 1
           else ${FIRST_ROW} + i end,
         case i % 5 when 0 then 'growth/big' when 1 then 'growth' end,
         case when i % 5 < 2 then array[${groupId}::bigint] else '{}' end,
         '{"author_name": "growth-owner", "change": "name", "from": "a", "to": "b", "target_type": "Project"}',
         ${dated('i', rows)}, ${FIRST_ROW} + i, ${digest('audit', 'i - 1')}, ${digest('audit', 'i')} ${series(rows)}`,
    ],
    [
      'operations',
      `insert into operations (id, kind, state, done, total, creator_id, created_at, started_at, finished_at)
       select ${hex('operation', 'i', 32)}, case when i % 2 = 0 then 'registry_gc' else 'registry_tags_bulk_delete' end,
         (array['finished', 'failed', 'canceled'])[1 + i % 3], 1, 1, case when i % 4 = 0 then ${FIRST.user} + i else ${owner.id} end,
         ${lately('i', rows)}, ${lately('i', rows)}, ${lately('i', rows)} ${series(rows)}`,
    ],
    [
      'snippets',
      `insert into snippets (project_id, author_id, title, visibility, files, created_at)
       select case when i % 2 = 0 then ${projectId} end, ${owner.id}, 'Snippet ' || i, ${visibility('(i / 2)')}, '{a.txt}',
         ${dated('i', 2 * rows)} ${series(2 * rows)}`,
    ],
    [
      'repositories of snippets',
      `insert into repositories (snippet_id, type, storage, relative_path, size_bytes)
       select id, 'snippet', 'default', '@snippets/growth/' || id || '.git', 1000 from snippets order by id`,
    ],
    [
      'repositories of projects',
      `insert into repositories (project_id, type, storage, relative_path, size_bytes, commit_count)
       select id, 'code', 'default', '@hashed/growth/' || id || '.git', 1000, 10 from projects
       where id > ${FIRST_ROW} order by id`,
    ],
  ];
}

function accountRecords({ owner }, rows) {
  return [
    [
      'oauth_applications',
      `insert into oauth_applications (id, uid, name, owner_id, confidential, redirect_uris, scopes, created_at)
       overriding system value
       select ${FIRST_ROW} + i, ${hex('application', 'i', 64)}, 'Application ' || i, case when i % 2 = 0 then ${owner.id} end,
         true, '{https://client.example.com/cb}', '{api}', ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'oauth_families',
      `insert into oauth_families (id, application_id, user_id, has_consent, scopes, created_at) overriding system value
       select ${FIRST_ROW} + i, ${FIRST_ROW} + i, ${owner.id}, true, '{api}', ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'oauth_refresh_tokens',
      `insert into oauth_refresh_tokens (digest, family_id) select ${digest('refresh', 'i')}, ${FIRST_ROW} + i ${series(rows)}`,
    ],
    [
      'sessions',
      `insert into sessions (digest, user_id, signed_in_at, return_targets, address, user_agent, last_seen_at, expires_at)
       select ${digest('session', 'i')}, ${owner.id}, now(), '[]', '127.0.0.1', 'bench', ${lately('i', rows)},
         now() + interval '7 days' ${series(rows)}`,
    ],
  ];
}

function refs({ projectId, owner }, rows) {
  return [
    ...['branch', 'tag'].map((type) => [
      `deleted_refs: ${type}`,
      `insert into deleted_refs (repository_id, type, name, sha, reason, actor_id, created_at)
       select r.id, '${type}', ${named(type, 'i', rows / 2)}, ${hex('ref', 'i', 40)}, 'deleted', ${owner.id}, ${lately('i', rows / 2)}
       from generate_series(1, ${rows / 2}) i, repositories r where r.project_id = ${projectId} and r.type = 'code'`,
    ]),
    [
      'protected_branches',
      `insert into protected_branches (project_id, pattern, push_level, merge_level, unprotect_level)
       select ${projectId}, 'release-' || i, 40, 40, 40 ${series(rows)}`,
    ],
    [
      'protected_tags',
      `insert into protected_tags (project_id, pattern, create_level) select ${projectId}, 'v' || i, 40 ${series(rows)}`,
    ],
  ];
}

function pipelines({ groupId, projectId, owner, sha, triggerId }, rows) {
  const variables = (owners) =>
    `insert into ci_variables (project_id, group_id, key, value)
     select ${owners}, 'KEY_' || i, v.value from generate_series(1, ${rows}) i, ci_variables v
     where v.key = 'GROWTH' and v.project_id is null and v.group_id is null`;
  const runners = (type, first, count, group) => [
    `ci_runners: ${type}`,
    `insert into ci_runners (id, runner_type, group_id, digest, description, tags, is_paused, contacted_at, created_by, created_at)
     overriding system value
     select ${first} - 1 + i, '${type}', ${group}::bigint, ${digest(type, 'i')}, 'Runner ' || i, array['tag-' || i % 10],
       i % 10 = 0, case when i % 4 > 0 then ${scattered('i', count)} end, ${owner.id}, ${dated('i', count)} ${series(count)}`,
  ];
  const jobs = (what, first, count, { kind, pipeline, runner, name }) => [
    `ci_jobs: ${what}`,
    `insert into ci_jobs (id, project_id, pipeline_id, kind, name, stage, stage_position, status, run_when, user_id, runner_id,
       queued_at, started_at, finished_at, created_at, updated_at) overriding system value
     select ${first} - 1 + i, ${projectId}, ${pipeline}, '${kind}', ${name}, 'test', 1,
       (array['success', 'failed', 'canceled', 'skipped', 'success'])[1 + i % 5], 'on_success', ${owner.id}, ${runner},
       ${dated('i', count)}, ${dated('i', count)}, ${dated('i', count)}, ${dated('i', count)}, ${scattered('i', count)}
     ${series(count)}`,
  ];
  return [
    [
      'ci_triggers',
      `insert into ci_triggers (project_id, owner_id, description, token, digest, first_four, created_at)
       select t.project_id, t.owner_id, 'Trigger ' || i, t.token, ${digest('trigger', 'i')}, t.first_four, ${dated('i', rows)}
       from generate_series(1, ${rows}) i, ci_triggers t where t.id = ${triggerId}`,
    ],
    ['ci_variables of the project', variables(`${projectId}, null::bigint`)],
    ['ci_variables of the group', variables(`null::bigint, ${groupId}`)],
    ['ci_variables of the instance', variables('null::bigint, null::bigint')],
    runners('project_type', BIG.runnerId, rows, 'null'),
    runners('group_type', BIG.runnerId + rows, few(rows), groupId),
    runners('instance_type', BIG.runnerId + rows + few(rows), few(rows), 'null'),
    [
      'ci_runner_projects',
      `insert into ci_runner_projects (runner_id, project_id) select ${BIG.runnerId} - 1 + i, ${projectId} ${series(rows)}`,
    ],
    [
      'ci_pipelines',
      `insert into ci_pipelines (id, project_id, iid, ref, is_tag, sha, source, status, user_id, trigger_id, started_at,
         finished_at, duration, created_at, updated_at) overriding system value
       select ${BIG.pipelineId} - 1 + i, ${projectId}, i, case when i % 20 = 5 then 'v' || i when i % 2 = 0 then 'main' else 'branch-' || i % 1000 end,
         i % 20 = 5, case when i = 2 then '${sha}' else ${hex('pipeline', 'i', 40)} end,
         (array['trigger', 'push', 'web', 'api'])[1 + i % 4],
         (array['success', 'success', 'success', 'failed', 'canceled', 'skipped', 'manual'])[1 + i % 7], ${owner.id},
         case when i % 4 = 0 then ${triggerId} end, ${dated('i', rows)}, ${dated('i', rows)}, 60, ${dated('i', rows)},
         ${scattered('i', rows)} ${series(rows)}`,
    ],
    [
      'internal_ids',
      `insert into internal_ids (project_id, usage, last_value)
       select project_id, usage, ${rows} from (select ${projectId}::bigint as project_id, 'ci_pipelines' as usage) u
       on conflict (project_id, usage) do update set last_value = excluded.last_value`,
    ],
    [
      'ci_sources',
      `insert into ci_sources (pipeline_id, source_project_id, source_pipeline_id)
       select ${BIG.statusPipelineId} + i, ${projectId}, ${BIG.pipelineId} ${series(few(rows))}`,
    ],
    jobs('one of each pipeline', FIRST_ROW, rows, {
      kind: 'build',
      pipeline: `${BIG.pipelineId} - 1 + i`,
      runner: `case when i % 2 = 0 then ${BIG.runnerId} end`,
      name: "'job ' || i % 100",
    }),
    jobs('of one pipeline', FIRST_ROW + rows, few(rows), {
      kind: 'build',
      pipeline: BIG.pipelineId,
      runner: 'null::bigint',
      name: "'job ' || i",
    }),
    jobs('statuses of one commit', FIRST_ROW + rows + few(rows), few(rows), {
      kind: 'status',
      pipeline: BIG.statusPipelineId,
      runner: 'null::bigint',
      name: "'status ' || i",
    }),
  ];
}

function images({ projectId, owner }, rows) {
  return [
    [
      'container_repositories',
      `insert into container_repositories (id, project_id, name, first_manifest_at, created_at) overriding system value
       select ${BIG.repositoryId} - 1 + i, ${projectId}, ${named('image', 'i', rows)}, now(), ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'container_manifests',
      `insert into container_manifests (id, repository_id, digest, media_type, size, bytes, layer_size, image_created_at,
         untagged_at, created_at) overriding system value
       select ${FIRST_ROW} + i, ${BIG.repositoryId}, 'sha256:' || ${hex('manifest', 'i', 64)},
         'application/vnd.oci.image.manifest.v1+json', 2, '{}', 1000, ${dated('i', rows)}, null, ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'container_tags',
      `insert into container_tags (repository_id, name, manifest_id, created_at)
       select ${BIG.repositoryId}, 'tag-' || lpad(i::text, 8, '0'), ${FIRST_ROW} + i, ${dated('i', rows)} ${series(rows)}`,
    ],
    [
      'container_tag_history',
      `insert into container_tag_history (repository_id, name, digest, reason, author_id, author_name, happened_at, restorable_until)
       select ${BIG.repositoryId}, 'gone-' || i, 'sha256:' || ${hex('manifest', 'i', 64)}, 'deleted', ${owner.id},
         'growth-owner', ${lately('i', rows)}, now() + interval '7 days' ${series(rows)}`,
    ],
    [
      'container_tag_rules',
      `insert into container_tag_rules (project_id, tag_pattern) select ${projectId}, 'v' || i ${series(rows)}`,
    ],
  ];
}
