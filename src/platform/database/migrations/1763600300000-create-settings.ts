import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row of instance settings, and the switches (contract: core §1.2, conventions §16). */
export class CreateSettings1763600300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table application_settings (
        id integer not null default 1 constraint pk_application_settings primary key constraint ck_application_settings_one check (id = 1),
        throttle_unauthenticated_api_enabled boolean not null default false,
        throttle_unauthenticated_api_requests_per_period integer not null default 3600,
        throttle_unauthenticated_api_period_in_seconds integer not null default 3600,
        throttle_authenticated_api_enabled boolean not null default false,
        throttle_authenticated_api_requests_per_period integer not null default 7200,
        throttle_authenticated_api_period_in_seconds integer not null default 3600,
        throttle_user_allowlist text[] not null default '{}',
        password_failures_per_minute integer not null default 10,
        impersonation_enabled boolean not null default true,
        max_offset integer not null default 50000,
        spam_check_endpoint_enabled boolean not null default false,
        spam_check_endpoint_url text,
        spam_check_api_key bytea,
        recaptcha_enabled boolean not null default false,
        recaptcha_site_key text,
        recaptcha_private_key bytea,
        recaptcha_verify_url text,
        oauth_authorization_code_expires_in integer not null default 600,
        oauth_access_token_expires_in integer not null default 7200,
        oauth_refresh_reuse_window integer not null default 10,
        oauth_password_grant_enabled boolean not null default true,
        oauth_password_grant_without_client boolean not null default true,
        oauth_http_redirects text,
        default_project_visibility text not null default 'private',
        default_group_visibility text not null default 'private',
        default_snippet_visibility text not null default 'private',
        default_projects_limit integer not null default 100000,
        default_branch_name text not null default 'main',
        default_branch_protection integer not null default 1,
        repository_storages_weighted jsonb not null default '{"default": 100}',
        shared_runners_enabled boolean not null default true,
        max_artifacts_size integer not null default 100,
        max_job_log_size integer not null default 100,
        runners_registration_token bytea
      )`);
    await runner.query(`insert into application_settings default values`);
    await runner.query(`
      create table features (
        name text constraint pk_features primary key,
        value boolean not null,
        updated_at timestamptz(3) not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table features`);
    await runner.query(`drop table application_settings`);
  }
}
