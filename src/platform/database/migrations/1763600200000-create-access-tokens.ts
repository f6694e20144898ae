import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Personal, impersonation, project and group access tokens; only digests are stored (contract: conventions §19). */
export class CreateAccessTokens1763600200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table access_tokens (
        id bigint generated always as identity constraint pk_access_tokens primary key,
        kind text not null constraint ck_access_tokens_kind check (kind in ('personal', 'impersonation', 'project', 'group')),
        user_id bigint not null constraint fk_access_tokens_user references users (id) on delete cascade,
        project_id bigint constraint fk_access_tokens_project references projects (id) on delete cascade,
        group_id bigint constraint fk_access_tokens_group references groups (id) on delete cascade,
        access_level integer,
        name text not null,
        description text,
        scopes text[] not null,
        digest bytea not null,
        expires_at date,
        revoked_at timestamptz(3),
        rotated_at timestamptz(3),
        successor_id bigint constraint fk_access_tokens_successor references access_tokens (id) on delete set null,
        last_used_at timestamptz(3),
        last_used_ip text,
        created_by bigint,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create unique index uq_access_tokens_digest on access_tokens (digest)`);
    await runner.query(`create index ix_access_tokens_user on access_tokens (user_id, id)`);
    await runner.query(
      `create index ix_access_tokens_project on access_tokens (project_id, id) where project_id is not null`,
    );
    await runner.query(
      `create index ix_access_tokens_group on access_tokens (group_id, id) where group_id is not null`,
    );
    await runner.query(
      `create index ix_access_tokens_successor on access_tokens (successor_id) where successor_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table access_tokens`);
  }
}
