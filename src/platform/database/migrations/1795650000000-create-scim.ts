import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens and identities of groups whose members an identity provider manages (contract: scim-graphql §A5). */
export class CreateScim1795650000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTokens(runner);
    await createIdentities(runner);
    await createMemberships(runner);
    await runner.query(`
      alter table users add column managed_by bigint
        constraint fk_users_managed_by references groups (id) on delete set null`);
    await runner.query(`create index ix_users_managed_by on users (managed_by) where managed_by is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table users drop column managed_by`);
    await runner.query(`drop table scim_memberships`);
    await runner.query(`drop table scim_identities`);
    await runner.query(`drop table scim_tokens`);
  }
}

async function createTokens(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table scim_tokens (
      id bigint generated always as identity constraint pk_scim_tokens primary key,
      group_id bigint not null constraint fk_scim_tokens_group references groups (id) on delete cascade,
      name text not null,
      digest bytea not null constraint uq_scim_tokens_digest unique,
      default_access_level integer not null default 10,
      created_by bigint constraint fk_scim_tokens_created_by references users (id) on delete set null,
      expires_at date,
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      constraint ck_scim_tokens_default_access_level check (default_access_level in (10, 20, 30, 40, 50))
    )`);
  await runner.query(`create index ix_scim_tokens_group on scim_tokens (group_id, id)`);
  await runner.query(`create index ix_scim_tokens_created_by on scim_tokens (created_by) where created_by is not null`);
}

async function createIdentities(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table scim_identities (
      id bigint generated always as identity constraint pk_scim_identities primary key,
      uuid uuid not null default gen_random_uuid() constraint uq_scim_identities_uuid unique,
      group_id bigint not null constraint fk_scim_identities_group references groups (id) on delete cascade,
      user_id bigint not null constraint fk_scim_identities_user references users (id) on delete cascade,
      external_id text,
      user_name text not null,
      formatted_name text,
      given_name text,
      family_name text,
      display_name text,
      emails jsonb not null,
      active boolean not null default true,
      managed boolean not null,
      version integer not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint uq_scim_identities_user unique (group_id, user_id)
    )`);
  await runner.query(`
    create unique index uq_scim_identities_user_name on scim_identities (group_id, lower(user_name))`);
  await runner.query(`
    create unique index uq_scim_identities_external_id on scim_identities (group_id, external_id)
    where external_id is not null`);
  await runner.query(`create index ix_scim_identities_group on scim_identities (group_id, id)`);
  await runner.query(`create index ix_scim_identities_user_id on scim_identities (user_id)`);
}

async function createMemberships(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table scim_memberships (
      id bigint generated always as identity constraint pk_scim_memberships primary key,
      identity_id bigint not null
        constraint fk_scim_memberships_identity references scim_identities (id) on delete cascade,
      container_kind text not null,
      container_id bigint not null,
      level integer not null,
      expires_at date,
      constraint uq_scim_memberships_container unique (identity_id, container_kind, container_id),
      constraint ck_scim_memberships_container_kind check (container_kind in ('group', 'project'))
    )`);
}
