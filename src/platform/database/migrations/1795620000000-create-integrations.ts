import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of integrations, a row for each kind that a project has set up (contract: integrations §11). */
export class CreateIntegrations1795620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integrations (
        id bigint generated always as identity constraint pk_integrations primary key,
        project_id bigint not null constraint fk_integrations_project references projects (id) on delete cascade,
        slug text collate "C" not null,
        active boolean not null default false,
        commit_events boolean not null default true,
        push_events boolean not null default true,
        issues_events boolean not null default true,
        confidential_issues_events boolean not null default true,
        merge_requests_events boolean not null default true,
        tag_push_events boolean not null default true,
        note_events boolean not null default true,
        confidential_note_events boolean not null default true,
        pipeline_events boolean not null default true,
        wiki_page_events boolean not null default true,
        job_events boolean not null default true,
        comment_on_event_enabled boolean not null default true,
        deployment_events boolean not null default false,
        alert_events boolean not null default false,
        archive_trace_events boolean not null default false,
        settings jsonb not null default '{}',
        secrets bytea,
        signing_secret bytea,
        previous_signing_secret bytea,
        previous_signing_until timestamptz(3),
        consecutive_failures integer not null default 0,
        failing_since timestamptz(3),
        last_success_at timestamptz(3),
        last_failure_at timestamptz(3),
        paused_until timestamptz(3),
        paused_reason text,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint uq_integrations_slug unique (project_id, slug),
        constraint ck_integrations_consecutive_failures check (consecutive_failures >= 0)
      )`);
    await runner.query(`create index ix_integrations_active on integrations (project_id, id) where active`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table integrations`);
  }
}
