import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Written as the lists write them: an index of another expression would not be read. */
const SEVERITY = `array_position('{unknown,info,low,medium,high,critical}'::text[], severity)`;
const STATUS = `array_position('{ignored,resolved,acknowledged,triggered}'::text[], status)`;
const ORDERS = [
  ['id', 'id'],
  ['started', 'started_at, id'],
  ['ended', 'ended_at, id'],
  ['ended_last', `(coalesce(ended_at, '-infinity'::timestamptz)), id`],
  ['events', 'events, id'],
  ['severity', `(${SEVERITY}), id`],
  ['status', `(${STATUS}), id`],
  ['created', 'created_at, id'],
  ['updated', 'updated_at, id'],
  ['fingerprint', 'fingerprint, id'],
  ['with_status', 'status, started_at, id'],
  ['with_severity', 'severity, started_at, id'],
  ['with_environment', 'environment, started_at, id'],
  ['with_tool', 'monitoring_tool, started_at, id'],
] as const;
const SEARCHED = ['title', 'description', 'monitoring_tool', 'service'] as const;

/** Alerts, and each occurrence of them (contract: alerts §5). */
export class CreateAlerts1795630100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alerts (
        id bigint generated always as identity constraint pk_alerts primary key,
        project_id bigint not null constraint fk_alerts_project references projects (id) on delete cascade,
        iid bigint not null,
        integration_id bigint
          constraint fk_alerts_integration references alert_integrations (id) on delete set null,
        title text not null,
        description text,
        service text,
        monitoring_tool text,
        environment text,
        runbook text,
        hosts text[] not null default '{}',
        severity text not null,
        status text not null,
        events bigint not null default 1,
        occurrences bigint not null default 1,
        fingerprint text collate "C" not null,
        payload json not null,
        started_at timestamptz(3) not null,
        ended_at timestamptz(3),
        last_event_at timestamptz(3) not null default now(),
        acknowledged_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint uq_alerts_iid unique (project_id, iid),
        constraint ck_alerts_severity check (severity in ('critical', 'high', 'medium', 'low', 'info', 'unknown')),
        constraint ck_alerts_status check (status in ('triggered', 'acknowledged', 'resolved', 'ignored'))
      )`);
    await runner.query(
      `create unique index uq_alerts_unresolved on alerts (project_id, fingerprint) where status <> 'resolved'`,
    );
    for (const [name, columns] of ORDERS) {
      await runner.query(`create index ix_alerts_${name} on alerts (project_id, ${columns})`);
    }
    await runner.query(
      `create index ix_alerts_open on alerts (integration_id, last_event_at) where status in ('triggered', 'acknowledged')`,
    );
    await runner.query(`create index ix_alerts_integration on alerts (integration_id)`);
    for (const column of SEARCHED) {
      await runner.query(`create index ix_alerts_${column}_trigrams on alerts using gin (${column} gin_trgm_ops)`);
    }
    await runner.query(`
      create table alert_occurrences (
        id bigint generated always as identity constraint pk_alert_occurrences primary key,
        alert_id bigint not null constraint fk_alert_occurrences_alert references alerts (id) on delete cascade,
        number bigint not null,
        integration_id bigint
          constraint fk_alert_occurrences_integration references alert_integrations (id) on delete set null,
        outcome text not null,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        payload json not null,
        received_at timestamptz(3) not null default now(),
        constraint uq_alert_occurrences_number unique (alert_id, number)
      )`);
    await runner.query(
      `create index ix_alert_occurrences_integration on alert_occurrences (integration_id, received_at)`,
    );
    await runner.query(`create index ix_alert_occurrences_alert on alert_occurrences (alert_id, id)`);
    await runner.query(`
      create table alert_assignees (
        alert_id bigint constraint pk_alert_assignees primary key
          constraint fk_alert_assignees_alert references alerts (id) on delete cascade,
        user_id bigint not null constraint fk_alert_assignees_user references users (id) on delete cascade
      )`);
    await runner.query(`create index ix_alert_assignees_user on alert_assignees (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table alert_assignees`);
    await runner.query(`drop table alert_occurrences`);
    await runner.query(`drop table alerts`);
  }
}
