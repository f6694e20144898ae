import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox and the operations people can follow (contract: conventions §13). */
export class CreateJobs1763600400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs (
        id bigint generated always as identity constraint pk_jobs primary key,
        name text not null,
        payload jsonb not null,
        attempts integer not null default 0,
        max_attempts integer not null,
        run_at timestamptz(3) not null default now(),
        leased_by text,
        unique_key text,
        last_error text,
        dead_at timestamptz(3),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_jobs_due on jobs (run_at, id) where dead_at is null`);
    await runner.query(
      `create unique index uq_jobs_waiting on jobs (unique_key) where leased_by is null and dead_at is null`,
    );
    await runner.query(`
      create table recurring_jobs (
        name text constraint pk_recurring_jobs primary key,
        next_run_at timestamptz(3) not null
      )`);
    await runner.query(`
      create table operations (
        id text constraint pk_operations primary key,
        kind text not null,
        state text not null default 'scheduled'
          constraint ck_operations_state check (state in ('scheduled', 'running', 'finished', 'failed', 'canceled')),
        done bigint not null default 0,
        total bigint,
        result jsonb,
        error text,
        can_cancel boolean not null default true,
        cancel_requested boolean not null default false,
        creator_id bigint,
        project_id bigint,
        group_id bigint,
        subject text,
        created_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3)
      )`);
    await runner.query(`create index ix_operations_creator on operations (creator_id, created_at desc, id desc)`);
    await runner.query(`create index ix_operations_created on operations (created_at desc, id desc)`);
    await runner.query(
      `create index ix_operations_subject on operations (kind, subject) where state in ('scheduled', 'running')`,
    );
    await runner.query(`create index ix_operations_finished on operations (finished_at) where finished_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table operations`);
    await runner.query(`drop table recurring_jobs`);
    await runner.query(`drop table jobs`);
  }
}
