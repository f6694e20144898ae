import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Container images (contract: registry §8). What lists, pulls, bulk deletes and the collector ask for is indexed here.
 * Paths are never stored: a repository's path is its project's present path and its own name.
 */
export class CreateRegistry1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createRepositories(runner);
    await createBlobs(runner);
    await createManifests(runner);
    await createTags(runner);
    await createCleanups(runner);
    await createUploads(runner);
    await createDeployTokens(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table deploy_tokens`);
    await runner.query(`drop table container_uploads`);
    await runner.query(`drop table container_usage`);
    await runner.query(`drop table container_tag_rules`);
    await runner.query(`drop table container_cleanup_plans`);
    await runner.query(`drop table container_tag_history`);
    await runner.query(`drop table container_tags`);
    await runner.query(`drop table container_manifest_refs`);
    await runner.query(`drop table container_manifests`);
    await runner.query(`drop table container_blob_links`);
    await runner.query(`drop table container_blobs`);
    await runner.query(`drop table container_repositories`);
  }
}

/** A change of the manifests or tags of a repository locks its row (for no key update) until it commits. */
async function createRepositories(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_repositories (
      id bigint generated always as identity constraint pk_container_repositories primary key,
      project_id bigint not null constraint fk_container_repositories_project references projects (id) on delete cascade,
      name text collate "C" not null,
      first_manifest_at timestamptz(3),
      status text constraint ck_container_repositories_status check (status in ('delete_scheduled', 'delete_ongoing', 'delete_failed')),
      cleanup_policy_started_at timestamptz(3),
      next_cleanup_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(
    `create unique index uq_container_repositories_name on container_repositories (project_id, name) where status is null`,
  );
  await runner.query(`create index ix_container_repositories_project on container_repositories (project_id, id)`);
}

/**
 * `deleting`: the collector has it, for a push it is absent; so the digest is unique among the others only.
 * `unlinked_at`, `unused_since`: since when nothing needed it, null while something does; the collector counts from
 * there.
 */
async function createBlobs(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_blobs (
      id bigint generated always as identity constraint pk_container_blobs primary key,
      digest text collate "C" not null,
      size bigint not null,
      store_key text collate "C" not null,
      state text not null default 'stored' constraint ck_container_blobs_state check (state in ('stored', 'deleting')),
      unlinked_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`);
  await runner.query(
    `create unique index uq_container_blobs_digest on container_blobs (digest) where state = 'stored'`,
  );
  await runner.query(`create unique index uq_container_blobs_store_key on container_blobs (store_key)`);
  await runner.query(`create index ix_container_blobs_deleting on container_blobs (id) where state = 'deleting'`);
  await runner.query(`
    create table container_blob_links (
      repository_id bigint not null constraint fk_container_blob_links_repository references container_repositories (id) on delete cascade,
      blob_id bigint not null constraint fk_container_blob_links_blob references container_blobs (id),
      linked_at timestamptz(3) not null default now(),
      unused_since timestamptz(3) default now(),
      constraint pk_container_blob_links primary key (repository_id, blob_id)
    )`);
  await runner.query(`create index ix_container_blob_links_blob on container_blob_links (blob_id)`);
  await runner.query(
    `create index ix_container_blob_links_unused on container_blob_links (unused_since) where unused_since is not null`,
  );
}

/**
 * `untagged_at`: since when no tag holds it, or when what held it last (an index, its subject) went; null while tagged.
 * A reference to a stored blob is one to its link, so that no link goes while a manifest needs it (deferred, because a
 * repository's rows all go in one statement). Children are found by digest: one may go and come again.
 */
async function createManifests(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_manifests (
      id bigint generated always as identity constraint pk_container_manifests primary key,
      repository_id bigint not null constraint fk_container_manifests_repository references container_repositories (id) on delete cascade,
      digest text collate "C" not null,
      media_type text not null,
      artifact_type text,
      config_digest text collate "C",
      subject_digest text collate "C",
      image_created_at timestamptz(3),
      layer_size bigint not null default 0,
      size integer not null,
      annotations json,
      bytes bytea not null,
      untagged_at timestamptz(3) default now(),
      created_at timestamptz(3) not null default now(),
      constraint uq_container_manifests_digest unique (repository_id, digest)
    )`);
  await runner.query(
    `create index ix_container_manifests_subject on container_manifests (repository_id, subject_digest, id) where subject_digest is not null`,
  );
  await runner.query(
    `create index ix_container_manifests_untagged on container_manifests (untagged_at, id) where untagged_at is not null`,
  );
  await runner.query(`
    create table container_manifest_refs (
      manifest_id bigint not null constraint fk_container_manifest_refs_manifest references container_manifests (id) on delete cascade,
      position integer not null,
      repository_id bigint not null,
      role text not null constraint ck_container_manifest_refs_role check (role in ('config', 'layer', 'child')),
      digest text collate "C" not null,
      size bigint not null,
      blob_id bigint,
      constraint pk_container_manifest_refs primary key (manifest_id, position),
      constraint fk_container_manifest_refs_link foreign key (repository_id, blob_id)
        references container_blob_links (repository_id, blob_id) deferrable initially deferred
    )`);
  await runner.query(
    `create index ix_container_manifest_refs_digest on container_manifest_refs (repository_id, digest)`,
  );
  await runner.query(
    `create index ix_container_manifest_refs_link on container_manifest_refs (repository_id, blob_id) where blob_id is not null`,
  );
}

async function createTags(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_tags (
      repository_id bigint not null constraint fk_container_tags_repository references container_repositories (id) on delete cascade,
      name text collate "C" not null,
      manifest_id bigint not null constraint fk_container_tags_manifest references container_manifests (id) on delete cascade,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint pk_container_tags primary key (repository_id, name)
    )`);
  await runner.query(`create index ix_container_tags_manifest on container_tags (manifest_id)`);
  await runner.query(`
    create table container_tag_history (
      id bigint generated always as identity constraint pk_container_tag_history primary key,
      repository_id bigint not null constraint fk_container_tag_history_repository references container_repositories (id) on delete cascade,
      name text collate "C" not null,
      digest text collate "C" not null,
      reason text not null constraint ck_container_tag_history_reason check (reason in ('deleted', 'overwritten')),
      author_id bigint,
      author_name text,
      happened_at timestamptz(3) not null default now(),
      restorable_until timestamptz(3) not null
    )`);
  await runner.query(
    `create index ix_container_tag_history_happened on container_tag_history (repository_id, happened_at desc, id desc)`,
  );
  await runner.query(
    `create index ix_container_tag_history_name on container_tag_history (repository_id, name, id desc)`,
  );
  await runner.query(`create index ix_container_tag_history_restorable on container_tag_history (restorable_until)`);
}

async function createCleanups(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_cleanup_plans (
      id text constraint pk_container_cleanup_plans primary key,
      repository_id bigint not null constraint fk_container_cleanup_plans_repository references container_repositories (id) on delete cascade,
      parameters jsonb not null,
      items jsonb not null,
      creator_id bigint,
      operation_id text constraint fk_container_cleanup_plans_operation references operations (id) on delete set null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create index ix_container_cleanup_plans_repository on container_cleanup_plans (repository_id)`);
  await runner.query(`create index ix_container_cleanup_plans_operation on container_cleanup_plans (operation_id)`);
  await runner.query(`create index ix_container_cleanup_plans_expires on container_cleanup_plans (expires_at)`);
  await runner.query(`
    create table container_tag_rules (
      id bigint generated always as identity constraint pk_container_tag_rules primary key,
      project_id bigint not null constraint fk_container_tag_rules_project references projects (id) on delete cascade,
      tag_pattern text not null,
      repository_pattern text not null default '.*',
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create index ix_container_tag_rules_project on container_tag_rules (project_id, id)`);
  await runner.query(`
    create table container_usage (
      project_id bigint constraint pk_container_usage primary key
        constraint fk_container_usage_project references projects (id) on delete cascade,
      bytes bigint not null default 0,
      size_limit bigint constraint ck_container_usage_limit check (size_limit >= 0),
      updated_at timestamptz(3) not null default now()
    )`);
}

/** `staged` is the blob store's own record of the upload; `writer` holds the session until `writer_until`. */
async function createUploads(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_uploads (
      id uuid constraint pk_container_uploads primary key,
      project_id bigint not null constraint fk_container_uploads_project references projects (id) on delete cascade,
      repository_path text collate "C" not null,
      opener text not null,
      store_ref text collate "C" not null,
      size bigint not null default 0,
      staged jsonb not null,
      writer text,
      writer_until timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create unique index uq_container_uploads_store_ref on container_uploads (store_ref)`);
  await runner.query(`create index ix_container_uploads_project on container_uploads (project_id)`);
  await runner.query(`create index ix_container_uploads_updated on container_uploads (updated_at)`);
}

async function createDeployTokens(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table deploy_tokens (
      id bigint generated always as identity constraint pk_deploy_tokens primary key,
      project_id bigint constraint fk_deploy_tokens_project references projects (id) on delete cascade,
      group_id bigint constraint fk_deploy_tokens_group references groups (id) on delete cascade,
      name text not null,
      username text not null,
      digest bytea not null,
      scopes text[] not null,
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      created_by bigint,
      created_at timestamptz(3) not null default now(),
      constraint ck_deploy_tokens_one check (num_nonnulls(project_id, group_id) = 1)
    )`);
  await runner.query(`create unique index uq_deploy_tokens_digest on deploy_tokens (digest)`);
  await runner.query(
    `create index ix_deploy_tokens_project on deploy_tokens (project_id, id) where project_id is not null`,
  );
  await runner.query(`create index ix_deploy_tokens_group on deploy_tokens (group_id, id) where group_id is not null`);
}
