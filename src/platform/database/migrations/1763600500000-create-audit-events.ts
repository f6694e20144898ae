import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was done by whom; rows are sealed into a hash chain after they committed (contract: conventions §17, §21.6). */
export class CreateAuditEvents1763600500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_events (
        id bigint generated always as identity constraint pk_audit_events primary key,
        author_id bigint not null,
        entity_type text not null constraint ck_audit_events_entity check (entity_type in ('Group', 'Project', 'User', 'Instance')),
        entity_id bigint not null,
        entity_path text,
        group_ids bigint[] not null default '{}',
        details jsonb not null,
        created_at timestamptz(3) not null default now(),
        chain_position bigint,
        prev_hash bytea,
        hash bytea
      )`);
    await runner.query(`create index ix_audit_events_groups on audit_events using gin (group_ids)`);
    await runner.query(`create index ix_audit_events_entity on audit_events (entity_type, entity_id, id desc)`);
    await runner.query(`create index ix_audit_events_created on audit_events (created_at, id)`);
    await runner.query(`create unique index uq_audit_events_position on audit_events (chain_position)`);
    await runner.query(`create index ix_audit_events_unsealed on audit_events (id) where chain_position is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table audit_events`);
  }
}
