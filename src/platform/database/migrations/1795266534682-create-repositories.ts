import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories, what is written to them, and the rules of their refs (contract: git §8, storage-moves §10). */
export class CreateRepositories1795266534682 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repositories (
        id bigint generated always as identity constraint pk_repositories primary key,
        project_id bigint constraint fk_repositories_project references projects (id) on delete cascade,
        group_id bigint constraint fk_repositories_group references groups (id) on delete cascade,
        snippet_id bigint,
        type text not null constraint ck_repositories_type check (type in ('code', 'wiki', 'snippet')),
        storage text not null,
        relative_path text not null constraint uq_repositories_path unique,
        read_only boolean not null default false,
        size_bytes bigint not null default 0,
        commit_count bigint not null default 0,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint ck_repositories_one check (num_nonnulls(project_id, group_id, snippet_id) = 1)
      )`);
    await runner.query(
      `create unique index uq_repositories_project on repositories (project_id, type) where project_id is not null`,
    );
    await runner.query(
      `create unique index uq_repositories_group on repositories (group_id, type) where group_id is not null`,
    );
    await runner.query(
      `create unique index uq_repositories_snippet on repositories (snippet_id) where snippet_id is not null`,
    );
    await runner.query(`create index ix_repositories_storage on repositories (storage, id)`);
    await this.createWrites(runner);
    await this.createRules(runner);
    await this.fill(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['deleted_refs', 'ref_intents', 'repository_leases', 'protected_tags', 'protected_branches']) {
      await runner.query(`drop table ${table}`);
    }
    await runner.query(`drop table repositories`);
  }

  private async createWrites(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository_leases (
        id bigint generated always as identity constraint pk_repository_leases primary key,
        repository_id bigint not null
          constraint fk_repository_leases_repository references repositories (id) on delete cascade,
        kind text not null constraint ck_repository_leases_kind check (kind in ('read', 'write')),
        owner text not null,
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create index ix_repository_leases_repository on repository_leases (repository_id, kind)`);
    await runner.query(`create index ix_repository_leases_owner on repository_leases (owner)`);
    await runner.query(`
      create table ref_intents (
        id bigint generated always as identity constraint pk_ref_intents primary key,
        repository_id bigint not null constraint fk_ref_intents_repository references repositories (id) on delete cascade,
        owner text not null,
        refs jsonb not null,
        actor_id bigint not null,
        source text not null,
        push_options text[] not null default '{}',
        address text not null default '',
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_ref_intents_repository on ref_intents (repository_id)`);
    await runner.query(`create index ix_ref_intents_owner on ref_intents (owner)`);
    await runner.query(`
      create table deleted_refs (
        id bigint generated always as identity constraint pk_deleted_refs primary key,
        repository_id bigint not null constraint fk_deleted_refs_repository references repositories (id) on delete cascade,
        type text not null constraint ck_deleted_refs_type check (type in ('branch', 'tag')),
        name text not null,
        sha text not null,
        reason text not null constraint ck_deleted_refs_reason check (reason in ('deleted', 'moved')),
        actor_id bigint not null,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_deleted_refs_repository on deleted_refs (repository_id, id desc)`);
    await runner.query(`create index ix_deleted_refs_created_at on deleted_refs (created_at)`);
  }

  private async createRules(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table protected_branches (
        id bigint generated always as identity constraint pk_protected_branches primary key,
        project_id bigint not null constraint fk_protected_branches_project references projects (id) on delete cascade,
        pattern text collate "C" not null,
        push_level integer not null,
        merge_level integer not null,
        unprotect_level integer not null,
        allow_force_push boolean not null default false,
        created_at timestamptz(3) not null default now(),
        constraint uq_protected_branches_pattern unique (project_id, pattern),
        constraint ck_protected_branches_levels check (
          push_level in (0, 30, 40, 60) and merge_level in (0, 30, 40, 60) and unprotect_level in (0, 30, 40, 60))
      )`);
    await runner.query(`
      create table protected_tags (
        id bigint generated always as identity constraint pk_protected_tags primary key,
        project_id bigint not null constraint fk_protected_tags_project references projects (id) on delete cascade,
        pattern text collate "C" not null,
        create_level integer not null constraint ck_protected_tags_level check (create_level in (0, 30, 40, 60)),
        created_at timestamptz(3) not null default now(),
        constraint uq_protected_tags_pattern unique (project_id, pattern)
      )`);
  }

  /** Projects and groups that were made before there were repositories. */
  private async fill(runner: QueryRunner): Promise<void> {
    const hashed = (root: string, id: string, suffix: string) => `
      '${root}/' || substr(h.digest, 1, 2) || '/' || substr(h.digest, 3, 2) || '/' || h.digest || '${suffix}'
      from (select c.*, encode(sha256(c.id::text::bytea), 'hex') as digest from ${id} c) h`;
    await runner.query(`
      insert into repositories (project_id, type, storage, relative_path)
      select h.id, 'code', h.repository_storage, ${hashed('@hashed', 'projects', '.git')}`);
    await runner.query(`
      insert into repositories (group_id, type, storage, relative_path)
      select h.id, 'wiki', h.repository_storage, ${hashed('@groups', 'groups', '.wiki.git')}`);
  }
}
