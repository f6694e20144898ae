import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Idempotency keys, rate counters and refused spam (contract: conventions §12, §14, §15). */
export class CreateRequestRecords1763600600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_keys (
        id bigint generated always as identity constraint pk_idempotency_keys primary key,
        identity text not null,
        key text not null,
        fingerprint text not null,
        holder text not null,
        leased_until timestamptz(3) not null,
        status integer,
        answer bytea,
        location text,
        expires_at timestamptz(3) not null,
        constraint uq_idempotency_keys unique (identity, key)
      )`);
    await runner.query(`create index ix_idempotency_keys_expires on idempotency_keys (expires_at)`);
    await runner.query(`
      create unlogged table rate_counters (
        name text not null,
        window_start bigint not null,
        hits integer not null,
        expires_at timestamptz(3) not null,
        constraint pk_rate_counters primary key (name, window_start)
      )`);
    await runner.query(`create index ix_rate_counters_expires on rate_counters (expires_at)`);
    await runner.query(`
      create table spam_logs (
        id bigint generated always as identity constraint pk_spam_logs primary key,
        user_id bigint not null constraint fk_spam_logs_user references users (id) on delete cascade,
        type text not null,
        text_hash bytea not null,
        verdict text not null,
        consumed_at timestamptz(3),
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_spam_logs_expires on spam_logs (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table spam_logs`);
    await runner.query(`drop table rate_counters`);
    await runner.query(`drop table idempotency_keys`);
  }
}
