import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The OAuth provider: applications, one family per authorization, and what each family holds (contract: oauth §12).
 * Partial unique indexes allow a family one live refresh token and one live access token.
 */
export class CreateOauth1795266515479 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createApplications(runner);
    await this.createFamilies(runner);
    await this.createTokens(runner);
  }

  private async createApplications(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_applications (
        id bigint generated always as identity constraint pk_oauth_applications primary key,
        uid text not null,
        name text not null,
        owner_id bigint constraint fk_oauth_applications_owner references users (id) on delete cascade,
        confidential boolean not null,
        trusted boolean not null default false,
        redirect_uris text[] not null,
        scopes text[] not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create unique index uq_oauth_applications_uid on oauth_applications (uid)`);
    await runner.query(
      `create index ix_oauth_applications_owner on oauth_applications (owner_id, id) where owner_id is not null`,
    );
    await runner.query(`
      create table oauth_application_secrets (
        id bigint generated always as identity constraint pk_oauth_application_secrets primary key,
        application_id bigint not null
          constraint fk_oauth_application_secrets_application references oauth_applications (id) on delete cascade,
        digest bytea not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3)
      )`);
    await runner.query(
      `create index ix_oauth_application_secrets_application on oauth_application_secrets (application_id)`,
    );
    await runner.query(
      `create unique index uq_oauth_application_secrets_current on oauth_application_secrets (application_id) where expires_at is null`,
    );
  }

  private async createFamilies(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_families (
        id bigint generated always as identity constraint pk_oauth_families primary key,
        application_id bigint
          constraint fk_oauth_families_application references oauth_applications (id) on delete cascade,
        user_id bigint not null constraint fk_oauth_families_user references users (id) on delete cascade,
        has_consent boolean not null,
        redirect_uri text,
        code_challenge text,
        scopes text[] not null,
        auth_time timestamptz(3),
        created_at timestamptz(3) not null default now(),
        revoked_at timestamptz(3),
        revoked_reason text
      )`);
    await runner.query(`create index ix_oauth_families_user on oauth_families (user_id, application_id)`);
    await runner.query(
      `create index ix_oauth_families_application on oauth_families (application_id) where application_id is not null`,
    );
    await runner.query(`
      create table oauth_codes (
        id bigint generated always as identity constraint pk_oauth_codes primary key,
        digest bytea not null,
        family_id bigint not null constraint fk_oauth_codes_family references oauth_families (id) on delete cascade,
        nonce text,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    await runner.query(`create unique index uq_oauth_codes_digest on oauth_codes (digest)`);
    await runner.query(`create unique index uq_oauth_codes_family on oauth_codes (family_id)`);
    await runner.query(`create index ix_oauth_codes_expires on oauth_codes (expires_at)`);
  }

  private async createTokens(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_refresh_tokens (
        id bigint generated always as identity constraint pk_oauth_refresh_tokens primary key,
        digest bytea not null,
        family_id bigint not null
          constraint fk_oauth_refresh_tokens_family references oauth_families (id) on delete cascade,
        parent_id bigint
          constraint fk_oauth_refresh_tokens_parent references oauth_refresh_tokens (id) on delete set null,
        consumed_at timestamptz(3),
        revoked_at timestamptz(3),
        replay_key bytea,
        replay_answer bytea,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create unique index uq_oauth_refresh_tokens_digest on oauth_refresh_tokens (digest)`);
    await runner.query(`
      create unique index uq_oauth_refresh_tokens_live on oauth_refresh_tokens (family_id)
      where consumed_at is null and revoked_at is null`);
    await runner.query(`create index ix_oauth_refresh_tokens_family on oauth_refresh_tokens (family_id)`);
    await runner.query(
      `create index ix_oauth_refresh_tokens_parent on oauth_refresh_tokens (parent_id) where parent_id is not null`,
    );
    await runner.query(
      `create index ix_oauth_refresh_tokens_consumed on oauth_refresh_tokens (consumed_at) where consumed_at is not null`,
    );
    await runner.query(`
      create table oauth_access_tokens (
        id bigint generated always as identity constraint pk_oauth_access_tokens primary key,
        digest bytea not null,
        family_id bigint not null
          constraint fk_oauth_access_tokens_family references oauth_families (id) on delete cascade,
        refresh_token_id bigint
          constraint fk_oauth_access_tokens_refresh_token references oauth_refresh_tokens (id) on delete set null,
        user_id bigint not null constraint fk_oauth_access_tokens_user references users (id) on delete cascade,
        application_id bigint
          constraint fk_oauth_access_tokens_application references oauth_applications (id) on delete cascade,
        scopes text[] not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        last_used_ip text
      )`);
    await runner.query(`create unique index uq_oauth_access_tokens_digest on oauth_access_tokens (digest)`);
    await runner.query(
      `create unique index uq_oauth_access_tokens_live on oauth_access_tokens (family_id) where revoked_at is null`,
    );
    await runner.query(`create index ix_oauth_access_tokens_family on oauth_access_tokens (family_id)`);
    await runner.query(
      `create index ix_oauth_access_tokens_refresh_token on oauth_access_tokens (refresh_token_id) where refresh_token_id is not null`,
    );
    await runner.query(`create index ix_oauth_access_tokens_user on oauth_access_tokens (user_id)`);
    await runner.query(
      `create index ix_oauth_access_tokens_application on oauth_access_tokens (application_id) where application_id is not null`,
    );
    await runner.query(`create index ix_oauth_access_tokens_expires on oauth_access_tokens (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['access_tokens', 'refresh_tokens', 'codes', 'families', 'application_secrets', 'applications'];
    for (const table of tables) {
      await runner.query(`drop table oauth_${table}`);
    }
  }
}
