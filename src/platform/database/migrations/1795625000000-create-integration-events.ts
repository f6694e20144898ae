import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened in projects, as integrations are told of it (contract: integrations §4, §11). */
export class CreateIntegrationEvents1795625000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integration_events (
        id bigint generated always as identity constraint pk_integration_events primary key,
        uuid uuid not null default gen_random_uuid(),
        project_id bigint not null
          constraint fk_integration_events_project references projects (id) on delete cascade,
        event_id text,
        object_kind text not null,
        event_type text not null,
        ref text,
        payload jsonb not null,
        created_at timestamptz(3) not null default now(),
        constraint uq_integration_events_event_id unique (project_id, event_id)
      )`);
    await runner.query(`create index ix_integration_events_created on integration_events (created_at)`);
    await runner.query(`
      create table open_merge_requests (
        project_id bigint not null
          constraint fk_open_merge_requests_project references projects (id) on delete cascade,
        iid bigint not null,
        source_branch text not null,
        target_branch text not null,
        state text not null,
        updated_at timestamptz(3) not null default now(),
        constraint pk_open_merge_requests primary key (project_id, iid)
      )`);
    await runner.query(
      `create index ix_open_merge_requests_opened on open_merge_requests (project_id) where state = 'opened'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table open_merge_requests`);
    await runner.query(`drop table integration_events`);
  }
}
