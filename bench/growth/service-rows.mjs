// Rows of packages, alerts, integrations and storage moves for the seeder.
import { BIG, dated, digest, few, FIRST_ROW, hex, lately, named, scattered, series } from './rows.mjs';

const SEVERITIES = `(array['critical', 'high', 'medium', 'low', 'info', 'unknown'])`;

/** A tenth of a package has all its versions; one package has a tenth as many files as there are packages. */
export function packages({ projectId, owner }, rows) {
  const file = (count, packageId, name) =>
    `insert into package_files (package_id, project_id, file_name, blob_id, size, created_at)
     select ${packageId}, ${projectId}, ${name}, ${FIRST_ROW}, 100, ${dated('i', count)} ${series(count)}`;
  return [
    [
      'package_blobs',
      `insert into package_blobs (id, sha256, sha512, sha1, md5, size, store_key) overriding system value
       values (${FIRST_ROW}, repeat('0', 64), repeat('0', 128), repeat('0', 40), repeat('0', 32), 100, 'growth')`,
    ],
    [
      'packages',
      `insert into packages (id, project_id, package_type, name, name_key, version, version_key, status, creator_id,
         last_downloaded_at, created_at, updated_at) overriding system value
       select ${BIG.packageId} - 1 + i, ${projectId}, (array['generic', 'npm', 'pypi', 'maven', 'helm'])[1 + i % 5], p.name, p.name,
         '1.0.' || i, '1.0.' || i, case when i % 50 = 0 then 'hidden' else 'default' end, ${owner.id},
         ${scattered('i', rows)}, ${dated('i', rows)}, ${dated('i', rows)}
       from generate_series(1, ${rows}) i, lateral (select ${named('package', `(i % ${few(rows)})`, rows)} as name) p`,
    ],
    ['package_files: one of each package', file(rows, `${BIG.packageId} - 1 + i`, `'file-' || i`)],
    ['package_files: of one package', file(few(rows), BIG.packageId, `'more-' || i`)],
    [
      'package_pipelines',
      `insert into package_pipelines (package_id, pipeline_id)
       select ${BIG.packageId} - 1 + i, ${BIG.pipelineId} - 1 + i ${series(rows)}`,
    ],
  ];
}

/** Alerts of one project, as many occurrences of one of them, and as many incidents, of which a tenth have alerts. */
export function alerts({ projectId, owner }, rows) {
  return [
    [
      'alerts',
      `insert into alerts (id, project_id, iid, title, severity, status, events, occurrences, fingerprint, payload, started_at,
         ended_at, last_event_at, created_at, updated_at) overriding system value
       select ${FIRST_ROW} - 1 + i, ${projectId}, i, ${named('Alert', 'i', rows)}, ${SEVERITIES}[1 + i % 6],
         (array['resolved', 'resolved', 'triggered', 'acknowledged', 'ignored'])[1 + i % 5], 1 + i % 7,
         case when i = ${BIG.alertIid} then ${rows} else 1 end, ${hex('alert', 'i', 40)}, '{"title": "x"}', ${dated('i', rows)},
         case when i % 5 < 2 then ${scattered('i', rows)} end, ${scattered('i', rows)}, ${dated('i', rows)},
         ${scattered('i', rows)} ${series(rows)}`,
    ],
    [
      'alert_occurrences',
      `insert into alert_occurrences (alert_id, number, outcome, started_at, payload, received_at)
       select ${FIRST_ROW} - 1 + ${BIG.alertIid}, i, 'repeated', ${dated('i', rows)}, '{"title": "x"}', ${dated('i', rows)}
       ${series(rows)}`,
    ],
    [
      'incidents',
      `insert into incidents (id, project_id, iid, title, description, state, severity, author_id, created_at, updated_at)
       overriding system value
       select ${FIRST_ROW} - 1 + i, ${projectId}, i, ${named('Incident', 'i', rows)}, 'x',
         case when i % 3 = 0 then 'opened' else 'closed' end, ${SEVERITIES}[1 + i % 6], ${owner.id}, ${dated('i', rows)},
         ${scattered('i', rows)} ${series(rows)}`,
    ],
    [
      'incident_alerts',
      `insert into incident_alerts (alert_id, incident_id)
       select ${FIRST_ROW} - 1 + i, ${FIRST_ROW} - 1 + i ${series(few(rows))}`,
    ],
  ];
}

/** One integration of which all deliveries are. */
export function integrations({ projectId }, rows) {
  return [
    [
      'integrations',
      `insert into integrations (id, project_id, slug, active) overriding system value
       values (${BIG.integrationId}, ${projectId}, '${BIG.integrationSlug}', true)`,
    ],
    [
      'integration_events',
      `insert into integration_events (id, project_id, object_kind, event_type, payload, created_at) overriding system value
       select ${FIRST_ROW} + i, ${projectId}, 'push', 'push', '{"ref": "refs/heads/main"}', ${lately('i', rows)} ${series(rows)}`,
    ],
    [
      'deliveries',
      `insert into deliveries (id, project_id, integration_id, event_id, object_kind, trigger, state, attempts_count, next_attempt_at,
         response_status, duration_ms, created_at, started_at, finished_at) overriding system value
       select ${FIRST_ROW} + i, ${projectId}, ${BIG.integrationId}, ${FIRST_ROW} + i, 'push', 'event',
         case when i % 100 = 0 then 'failed' else 'succeeded' end, 1, null, 200, 10, ${lately('i', rows)}, ${lately('i', rows)},
         ${lately('i', rows)} ${series(rows)}`,
    ],
    [
      'delivery_attempts',
      `insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, steps)
       select ${FIRST_ROW} + i, 1, ${lately('i', rows)}, 10, 'succeeded', '[]' ${series(rows)}`,
    ],
  ];
}

/** Moves of all projects and snippets, and as many of the big ones. */
export function storageMoves({ projectId, groupId }, rows) {
  const moves = (type, container, count) => [
    `${type}_repository_storage_moves`,
    `insert into ${type}_repository_storage_moves (container_id, state, source_storage, destination_storage, error_message,
       started_at, finished_at, created_at, updated_at)
     select ${container}, m.state, 'default', 'second', case when m.state = 'failed' then 'x' end,
       ${dated('i', count)}, ${dated('i', count)}, ${dated('i', count)}, ${dated('i', count)}
     from generate_series(1, ${count}) i,
       lateral (select case when i % 100 = 0 then 'failed' else 'finished' end as state) m`,
  ];
  return [
    moves('project', `case when i % 2 = 0 then ${projectId} else ${FIRST_ROW} + i end`, rows),
    moves('snippet', '(select min(id) from snippets) + i', rows),
    moves('group', groupId, rows),
  ];
}
