import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = [
  ...['created', 'waiting_for_resource', 'preparing', 'pending', 'running'],
  ...['success', 'failed', 'canceled', 'skipped', 'manual', 'scheduled'],
]
  .map((status) => `'${status}'`)
  .join(', ');

/** Trigger tokens, pipelines, jobs and runners (contract: triggers §13). */
export class CreatePipelines1795268500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTriggers(runner);
    await createPipelines(runner);
    await createRunners(runner);
    await createJobs(runner);
    await createVariables(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      ...['ci_sources', 'ci_variables', 'ci_artifacts', 'ci_job_logs', 'ci_jobs', 'ci_runner_projects', 'ci_runners'],
      ...['ci_pipeline_variables', 'ci_pipelines', 'ci_triggers'],
    ];
    for (const table of tables) {
      await runner.query(`drop table ${table}`);
    }
  }
}

async function createTriggers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table ci_triggers (
      id bigint generated always as identity constraint pk_ci_triggers primary key,
      project_id bigint not null constraint fk_ci_triggers_project references projects (id) on delete cascade,
      owner_id bigint constraint fk_ci_triggers_owner references users (id) on delete set null,
      description text not null,
      token bytea not null,
      digest bytea not null,
      first_four text not null,
      expires_at timestamptz(3),
      allowed_refs text[],
      allowed_variables text[],
      previous_digest bytea,
      previous_valid_until timestamptz(3),
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create unique index uq_ci_triggers_digest on ci_triggers (digest)`);
  await runner.query(
    `create unique index uq_ci_triggers_previous on ci_triggers (previous_digest) where previous_digest is not null`,
  );
  await runner.query(`create index ix_ci_triggers_project on ci_triggers (project_id, id)`);
  await runner.query(`create index ix_ci_triggers_owner on ci_triggers (owner_id) where owner_id is not null`);
}

async function createPipelines(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table ci_pipelines (
      id bigint generated always as identity constraint pk_ci_pipelines primary key,
      project_id bigint not null constraint fk_ci_pipelines_project references projects (id) on delete cascade,
      iid bigint not null,
      ref text not null,
      is_tag boolean not null,
      sha text not null,
      before_sha text not null default repeat('0', 40),
      source text not null,
      status text not null default 'created' constraint ck_ci_pipelines_status check (status in (${STATUSES})),
      user_id bigint constraint fk_ci_pipelines_user references users (id) on delete set null,
      trigger_id bigint constraint fk_ci_pipelines_trigger references ci_triggers (id) on delete set null,
      event_type text,
      origin text,
      name text,
      yaml_errors text,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      duration integer,
      queued_duration integer,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create unique index uq_ci_pipelines_origin on ci_pipelines (origin) where origin is not null`);
  await runner.query(`create unique index uq_ci_pipelines_iid on ci_pipelines (project_id, iid)`);
  await runner.query(`create index ix_ci_pipelines_project on ci_pipelines (project_id, id)`);
  await runner.query(`create index ix_ci_pipelines_ref on ci_pipelines (project_id, ref, id)`);
  await runner.query(`create index ix_ci_pipelines_sha on ci_pipelines (project_id, sha, id)`);
  await runner.query(`create index ix_ci_pipelines_status on ci_pipelines (project_id, status, id)`);
  await runner.query(`create index ix_ci_pipelines_user on ci_pipelines (user_id) where user_id is not null`);
  await runner.query(
    `create index ix_ci_pipelines_trigger on ci_pipelines (trigger_id, id) where trigger_id is not null`,
  );
  await runner.query(`
    create table ci_pipeline_variables (
      pipeline_id bigint not null constraint fk_ci_pipeline_variables_pipeline references ci_pipelines (id) on delete cascade,
      key text not null,
      variable_type text not null
        constraint ck_ci_pipeline_variables_type check (variable_type in ('env_var', 'file')),
      value bytea not null,
      constraint pk_ci_pipeline_variables primary key (pipeline_id, key)
    )`);
}

async function createRunners(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table ci_runners (
      id bigint generated always as identity constraint pk_ci_runners primary key,
      runner_type text not null
        constraint ck_ci_runners_type check (runner_type in ('instance_type', 'group_type', 'project_type')),
      group_id bigint constraint fk_ci_runners_group references groups (id) on delete cascade,
      digest bytea not null,
      description text,
      maintenance_note text,
      tags text[] not null default '{}',
      run_untagged boolean not null default true,
      is_locked boolean not null default false,
      is_paused boolean not null default false,
      access_level text not null default 'not_protected'
        constraint ck_ci_runners_access check (access_level in ('not_protected', 'ref_protected')),
      maximum_timeout integer,
      name text,
      version text,
      revision text,
      platform text,
      architecture text,
      ip_address text,
      contacted_at timestamptz(3),
      created_by bigint constraint fk_ci_runners_creator references users (id) on delete set null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint ck_ci_runners_group check ((runner_type = 'group_type') = (group_id is not null))
    )`);
  await runner.query(`create unique index uq_ci_runners_digest on ci_runners (digest)`);
  await runner.query(`create index ix_ci_runners_group on ci_runners (group_id) where group_id is not null`);
  await runner.query(`create index ix_ci_runners_creator on ci_runners (created_by) where created_by is not null`);
  await runner.query(`
    create table ci_runner_projects (
      runner_id bigint not null constraint fk_ci_runner_projects_runner references ci_runners (id) on delete cascade,
      project_id bigint not null constraint fk_ci_runner_projects_project references projects (id) on delete cascade,
      created_at timestamptz(3) not null default now(),
      constraint pk_ci_runner_projects primary key (runner_id, project_id)
    )`);
  await runner.query(`create index ix_ci_runner_projects_project on ci_runner_projects (project_id, runner_id)`);
}

async function createJobs(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table ci_jobs (
      id bigint generated always as identity constraint pk_ci_jobs primary key,
      project_id bigint not null constraint fk_ci_jobs_project references projects (id) on delete cascade,
      pipeline_id bigint not null constraint fk_ci_jobs_pipeline references ci_pipelines (id) on delete cascade,
      kind text not null default 'build' constraint ck_ci_jobs_kind check (kind in ('build', 'status')),
      name text not null,
      stage text not null,
      stage_position integer not null,
      status text not null default 'created' constraint ck_ci_jobs_status check (status in (${STATUSES})),
      run_when text not null default 'on_success',
      start_in integer,
      allow_failure boolean not null default false,
      allowed_exit_codes integer[],
      needs jsonb,
      tags text[] not null default '{}',
      options jsonb not null default '{}',
      variables bytea,
      timeout integer,
      retry_max integer not null default 0,
      retry_when text[] not null default '{always}',
      attempt integer not null default 0,
      is_interruptible boolean not null default false,
      is_protected boolean not null default false,
      coverage_pattern text,
      coverage numeric(5, 2),
      user_id bigint constraint fk_ci_jobs_user references users (id) on delete set null,
      runner_id bigint constraint fk_ci_jobs_runner references ci_runners (id) on delete set null,
      token_digest bytea,
      is_retried boolean not null default false,
      due_at timestamptz(3),
      heartbeat_at timestamptz(3),
      failure_reason text,
      exit_code integer,
      target_url text,
      description text,
      log_size bigint not null default 0,
      queued_at timestamptz(3),
      started_at timestamptz(3),
      finished_at timestamptz(3),
      erased_at timestamptz(3),
      artifacts_expire_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create unique index uq_ci_jobs_token on ci_jobs (token_digest) where token_digest is not null`);
  await runner.query(`
    create unique index uq_ci_jobs_status on ci_jobs (pipeline_id, name)
    where kind = 'status' and not is_retried and status in ('created', 'pending', 'running')`);
  await runner.query(`create index ix_ci_jobs_pipeline on ci_jobs (pipeline_id, stage_position, id)`);
  await runner.query(`create index ix_ci_jobs_project on ci_jobs (project_id, id)`);
  await runner.query(`create index ix_ci_jobs_pending on ci_jobs (id) where status = 'pending' and kind = 'build'`);
  await runner.query(
    `create index ix_ci_jobs_running on ci_jobs (runner_id, project_id) where status = 'running' and kind = 'build'`,
  );
  await runner.query(`create index ix_ci_jobs_runner on ci_jobs (runner_id, id) where runner_id is not null`);
  await runner.query(`create index ix_ci_jobs_due on ci_jobs (due_at) where due_at is not null`);
  await runner.query(`create index ix_ci_jobs_user on ci_jobs (user_id) where user_id is not null`);
  await runner.query(
    `create index ix_ci_jobs_artifacts_expire on ci_jobs (artifacts_expire_at) where artifacts_expire_at is not null`,
  );
  await runner.query(`
    create table ci_job_logs (
      job_id bigint not null constraint fk_ci_job_logs_job references ci_jobs (id) on delete cascade,
      position bigint not null,
      size integer not null,
      blob_key text not null,
      constraint pk_ci_job_logs primary key (job_id, position)
    )`);
  await runner.query(`
    create table ci_artifacts (
      id bigint generated always as identity constraint pk_ci_artifacts primary key,
      job_id bigint not null constraint fk_ci_artifacts_job references ci_jobs (id) on delete cascade,
      file_type text not null,
      file_format text not null,
      filename text not null,
      size bigint not null,
      blob_key text not null,
      created_at timestamptz(3) not null default now()
    )`);
  await runner.query(`create unique index uq_ci_artifacts_type on ci_artifacts (job_id, file_type)`);
}

async function createVariables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table ci_variables (
      id bigint generated always as identity constraint pk_ci_variables primary key,
      project_id bigint constraint fk_ci_variables_project references projects (id) on delete cascade,
      group_id bigint constraint fk_ci_variables_group references groups (id) on delete cascade,
      key text not null,
      value bytea not null,
      variable_type text not null default 'env_var'
        constraint ck_ci_variables_type check (variable_type in ('env_var', 'file')),
      is_protected boolean not null default false,
      is_masked boolean not null default false,
      is_raw boolean not null default false,
      environment_scope text not null default '*',
      description text,
      created_at timestamptz(3) not null default now(),
      constraint ck_ci_variables_one check (num_nonnulls(project_id, group_id) <= 1)
    )`);
  await runner.query(`
    create unique index uq_ci_variables_key on ci_variables (project_id, group_id, key, environment_scope)
    nulls not distinct`);
  await runner.query(`create index ix_ci_variables_group on ci_variables (group_id, key) where group_id is not null`);
  await runner.query(`
    create table ci_sources (
      pipeline_id bigint not null constraint pk_ci_sources primary key
        constraint fk_ci_sources_pipeline references ci_pipelines (id) on delete cascade,
      source_project_id bigint not null constraint fk_ci_sources_source_project references projects (id) on delete cascade,
      source_pipeline_id bigint constraint fk_ci_sources_source_pipeline references ci_pipelines (id) on delete set null,
      source_job_id bigint constraint fk_ci_sources_source_job references ci_jobs (id) on delete set null
    )`);
  await runner.query(`create index ix_ci_sources_source_project on ci_sources (source_project_id)`);
  await runner.query(
    `create index ix_ci_sources_source_pipeline on ci_sources (source_pipeline_id) where source_pipeline_id is not null`,
  );
  await runner.query(
    `create index ix_ci_sources_source_job on ci_sources (source_job_id) where source_job_id is not null`,
  );
}
