import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-in through an identity provider (contract: scim-graphql §C1.2, §C1.4, §C1.6). */
export class CreateUserIdentities1795670000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_identities (
        id bigint generated always as identity constraint pk_user_identities primary key,
        user_id bigint not null constraint fk_user_identities_user references users (id) on delete cascade,
        provider text collate "C" not null,
        extern_uid text collate "C" not null,
        created_at timestamptz(3) not null default now(),
        constraint uq_user_identities_extern_uid unique (provider, extern_uid),
        constraint uq_user_identities_user unique (user_id, provider)
      )`);
    await runner.query(`
      create table oidc_requests (
        state_digest bytea constraint pk_oidc_requests primary key,
        session_id bigint not null constraint fk_oidc_requests_session references sessions (id) on delete cascade,
        sealed bytea not null,
        return_target text not null,
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create index ix_oidc_requests_session on oidc_requests (session_id)`);
    await runner.query(`
      create table oidc_logout_tokens (
        digest bytea constraint pk_oidc_logout_tokens primary key,
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create index ix_oidc_logout_tokens_expires on oidc_logout_tokens (expires_at)`);
    await runner.query(`alter table sessions add column provider_sub text, add column provider_sid text`);
    await runner.query(
      `create index ix_sessions_provider_sub on sessions (provider_sub) where provider_sub is not null`,
    );
    await runner.query(
      `create index ix_scim_identities_external_id on scim_identities (external_id) where external_id is not null`,
    );
    await runner.query(`alter table account_links drop constraint ck_account_links_purpose`);
    await runner.query(`
      alter table account_links add constraint ck_account_links_purpose
      check (purpose in ('confirm', 'reset', 'sign_in'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from account_links where purpose = 'sign_in'`);
    await runner.query(`alter table account_links drop constraint ck_account_links_purpose`);
    await runner.query(`
      alter table account_links add constraint ck_account_links_purpose check (purpose in ('confirm', 'reset'))`);
    await runner.query(`drop index ix_scim_identities_external_id`);
    await runner.query(`alter table sessions drop column provider_sub, drop column provider_sid`);
    await runner.query(`drop table oidc_logout_tokens`);
    await runner.query(`drop table oidc_requests`);
    await runner.query(`drop table user_identities`);
  }
}
