import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = `'maven', 'npm', 'conan', 'nuget', 'pypi', 'composer', 'generic', 'golang', 'helm', 'terraform_module'`;
const LISTED = `status in ('default', 'error')`;
const TYPE_RANK = `array_position('{maven,npm,conan,nuget,pypi,composer,generic,golang,helm,terraform_module}'::text[], package_type)`;

/** Orders of the lists of a project and of a group (contract: packages §3.2). */
const ORDERS = { created_at: 'created_at', name: 'name', version: 'version', type: `(${TYPE_RANK})` };

/** Packages, their files, and the bytes of those, once for all files that are equal (contract: packages §6). */
export class CreatePackages1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createPackages(runner);
    await createListIndexes(runner);
    await createFiles(runner);
    await createTags(runner);
    await createPipelineLinks(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table package_pipelines`);
    await runner.query(`drop table package_tags`);
    await runner.query(`drop table package_files`);
    await runner.query(`drop table package_blobs`);
    await runner.query(`drop table packages`);
  }
}

async function createPackages(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table packages (
      id bigint generated always as identity constraint pk_packages primary key,
      project_id bigint not null constraint fk_packages_project references projects (id) on delete cascade,
      package_type text not null constraint ck_packages_package_type check (package_type in (${TYPES})),
      name text collate "C" not null,
      name_key text collate "C" not null,
      version text collate "C" not null default '',
      version_key text collate "C" not null default '',
      status text not null default 'default'
        constraint ck_packages_status check (status in ('default', 'hidden', 'processing', 'error', 'pending_destruction')),
      status_before_deletion text
        constraint ck_packages_status_before_deletion check (status_before_deletion in ('default', 'hidden', 'error')),
      status_message text,
      metadata jsonb not null default '{}',
      creator_id bigint constraint fk_packages_creator references users (id) on delete set null,
      last_downloaded_at timestamptz(3),
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint ck_packages_deletion check (
        (status = 'pending_destruction') = (deleted_at is not null)
        and (deleted_at is null) = (status_before_deletion is null))
    )`);
  await runner.query(`
    create unique index uq_packages_version on packages (project_id, package_type, name_key, version_key)
    where status <> 'pending_destruction'`);
  await runner.query(`create index ix_packages_deleted_at on packages (deleted_at) where deleted_at is not null`);
  await runner.query(`create index ix_packages_creator on packages (creator_id) where creator_id is not null`);
}

/**
 * A list of a project reads its own part of an order; one of a group reads the order of all, as lists of projects do.
 */
async function createListIndexes(runner: QueryRunner): Promise<void> {
  for (const [name, column] of Object.entries(ORDERS)) {
    await runner.query(`
      create index ix_packages_project_${name} on packages (project_id, ${column}, id) where ${LISTED}`);
    await runner.query(`create index ix_packages_${name} on packages (${column}, id) where ${LISTED}`);
  }
  await runner.query(`create index ix_packages_project_id on packages (project_id, id) where ${LISTED}`);
  await runner.query(`
    create index ix_packages_project_unlisted on packages (project_id, status, created_at, id) where not ${LISTED}`);
  await runner.query(`create index ix_packages_name_trigrams on packages using gin (name gin_trgm_ops)`);
}

async function createFiles(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table package_blobs (
      id bigint generated always as identity constraint pk_package_blobs primary key,
      sha256 text collate "C" not null constraint uq_package_blobs_sha256 unique,
      sha512 text collate "C" not null,
      sha1 text collate "C" not null,
      md5 text collate "C" not null,
      size bigint not null constraint ck_package_blobs_size check (size >= 0),
      store_key text collate "C" not null constraint uq_package_blobs_store_key unique,
      unused_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`);
  await runner.query(
    `create index ix_package_blobs_unused_at on package_blobs (unused_at) where unused_at is not null`,
  );
  await runner.query(`
    create table package_files (
      id bigint generated always as identity constraint pk_package_files primary key,
      package_id bigint not null constraint fk_package_files_package references packages (id) on delete cascade,
      project_id bigint not null,
      file_name text collate "C" not null,
      blob_id bigint not null constraint fk_package_files_blob references package_blobs (id),
      size bigint not null,
      is_sole boolean not null default false,
      metadata jsonb not null default '{}',
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`);
  await runner.query(`
    create unique index uq_package_files_sole_name on package_files (package_id, file_name)
    where is_sole and deleted_at is null`);
  await runner.query(`
    create index ix_package_files_name on package_files (package_id, file_name, id) where deleted_at is null`);
  await runner.query(`create index ix_package_files_package on package_files (package_id, id)`);
  await runner.query(`create index ix_package_files_blob on package_files (blob_id)`);
  await runner.query(
    `create index ix_package_files_deleted_at on package_files (deleted_at) where deleted_at is not null`,
  );
}

async function createTags(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table package_tags (
      id bigint generated always as identity constraint pk_package_tags primary key,
      package_id bigint not null constraint fk_package_tags_package references packages (id) on delete cascade,
      project_id bigint not null,
      name_key text collate "C" not null,
      name text collate "C" not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint uq_package_tags_name unique (project_id, name_key, name)
    )`);
  await runner.query(`create index ix_package_tags_package on package_tags (package_id, id)`);
}

async function createPipelineLinks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table package_pipelines (
      id bigint generated always as identity constraint pk_package_pipelines primary key,
      package_id bigint not null constraint fk_package_pipelines_package references packages (id) on delete cascade,
      package_file_id bigint
        constraint fk_package_pipelines_file references package_files (id) on delete cascade,
      pipeline_id bigint not null
        constraint fk_package_pipelines_pipeline references ci_pipelines (id) on delete cascade,
      constraint uq_package_pipelines_link unique nulls not distinct (package_id, package_file_id, pipeline_id)
    )`);
  await runner.query(`
    create index ix_package_pipelines_file on package_pipelines (package_file_id) where package_file_id is not null`);
  await runner.query(`create index ix_package_pipelines_pipeline on package_pipelines (pipeline_id)`);
}
