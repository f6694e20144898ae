import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEARCHED = ['title', 'description'] as const;
const ORDERS = [
  ['id', 'id'],
  ['created', 'created_at, id'],
  ['updated', 'updated_at, id'],
  ['with_state', 'state, created_at, id'],
  ['with_severity', 'severity, created_at, id'],
] as const;

/** Incidents of a project, the alerts that they are about, and when they are made (contract: alerts §3, §5). */
export class CreateIncidents1795630200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table incidents (
        id bigint generated always as identity constraint pk_incidents primary key,
        project_id bigint not null constraint fk_incidents_project references projects (id) on delete cascade,
        iid bigint not null,
        title text not null,
        description text not null,
        state text not null default 'opened',
        severity text not null,
        author_id bigint constraint fk_incidents_author references users (id) on delete set null,
        closed_by_id bigint constraint fk_incidents_closed_by references users (id) on delete set null,
        closed_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint uq_incidents_iid unique (project_id, iid),
        constraint ck_incidents_state check (state in ('opened', 'closed')),
        constraint ck_incidents_severity check (severity in ('critical', 'high', 'medium', 'low', 'info', 'unknown'))
      )`);
    for (const [name, columns] of ORDERS) {
      await runner.query(`create index ix_incidents_${name} on incidents (project_id, ${columns})`);
    }
    for (const column of SEARCHED) {
      await runner.query(
        `create index ix_incidents_${column}_trigrams on incidents using gin (${column} gin_trgm_ops)`,
      );
    }
    await runner.query(`create index ix_incidents_author on incidents (author_id)`);
    await runner.query(`create index ix_incidents_closed_by on incidents (closed_by_id)`);
    await runner.query(`
      create table incident_alerts (
        alert_id bigint constraint pk_incident_alerts primary key
          constraint fk_incident_alerts_alert references alerts (id) on delete cascade,
        incident_id bigint not null
          constraint fk_incident_alerts_incident references incidents (id) on delete cascade
      )`);
    await runner.query(`create index ix_incident_alerts_incident on incident_alerts (incident_id)`);
    await runner.query(`
      create table incident_assignees (
        incident_id bigint constraint pk_incident_assignees primary key
          constraint fk_incident_assignees_incident references incidents (id) on delete cascade,
        user_id bigint not null constraint fk_incident_assignees_user references users (id) on delete cascade
      )`);
    await runner.query(`create index ix_incident_assignees_user on incident_assignees (user_id)`);
    await runner.query(`
      create table incident_settings (
        project_id bigint constraint pk_incident_settings primary key
          constraint fk_incident_settings_project references projects (id) on delete cascade,
        create_issue boolean not null default false,
        auto_close_incident boolean not null default true,
        send_email boolean not null default false
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table incident_settings`);
    await runner.query(`drop table incident_assignees`);
    await runner.query(`drop table incident_alerts`);
    await runner.query(`drop table incidents`);
  }
}
