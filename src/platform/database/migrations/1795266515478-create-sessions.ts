import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browser sessions and second factors (contract: oauth §2, §12, conventions §19). */
export class CreateSessions1795266515478 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sessions (
        id bigint generated always as identity constraint pk_sessions primary key,
        digest bytea not null,
        user_id bigint constraint fk_sessions_user references users (id) on delete cascade,
        is_remembered boolean not null default false,
        signed_in_at timestamptz(3),
        pending_user_id bigint constraint fk_sessions_pending_user references users (id) on delete cascade,
        pending_until timestamptz(3),
        return_targets jsonb not null default '[]',
        address text not null,
        user_agent text,
        created_at timestamptz(3) not null default now(),
        last_seen_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        constraint ck_sessions_signed_in check ((user_id is null) = (signed_in_at is null))
      )`);
    await runner.query(`create unique index uq_sessions_digest on sessions (digest)`);
    await runner.query(`create index ix_sessions_user on sessions (user_id, id) where user_id is not null`);
    await runner.query(
      `create index ix_sessions_pending_user on sessions (pending_user_id) where pending_user_id is not null`,
    );
    await runner.query(`create index ix_sessions_expires on sessions (expires_at)`);
    await runner.query(`
      create table two_factor (
        user_id bigint constraint pk_two_factor primary key
          constraint fk_two_factor_user references users (id) on delete cascade,
        secret bytea not null,
        confirmed_at timestamptz(3),
        last_step bigint not null default 0,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`
      create table two_factor_backup_codes (
        user_id bigint not null constraint fk_two_factor_backup_codes_user references two_factor (user_id) on delete cascade,
        digest bytea not null,
        constraint pk_two_factor_backup_codes primary key (user_id, digest)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table two_factor_backup_codes`);
    await runner.query(`drop table two_factor`);
    await runner.query(`drop table sessions`);
  }
}
