import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What running jobs leave: logs without secrets, bytes to remove, and tokens that runners register with (contract:
 * triggers §9).
 */
export class RunJobs1795270900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['projects', 'groups']) {
      await runner.query(`alter table ${table} add column runners_token_digest bytea`);
      await runner.query(`
        create unique index uq_${table}_runners_token on ${table} (runners_token_digest)
        where runners_token_digest is not null`);
    }
    await runner.query(`
      alter table ci_jobs add column play_variables bytea, add column log_secrets bytea, add column log_tail bytea`);
    await runner.query(`drop index ix_ci_jobs_pending`);
    await runner.query(`
      create index ix_ci_jobs_pending on ci_jobs (queued_at, id) where status = 'pending' and kind = 'build'`);
    await runner.query(`create index ix_ci_jobs_heartbeat on ci_jobs (heartbeat_at) where status = 'running'`);
    for (const table of ['ci_job_logs', 'ci_artifacts']) {
      await runner.query(`create index ix_${table}_blob on ${table} (blob_key)`);
    }
    await recordDroppedBlobs(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ci_job_logs', 'ci_artifacts']) {
      await runner.query(`drop trigger tr_${table}_drop_blobs on ${table}`);
      await runner.query(`drop index ix_${table}_blob`);
    }
    await runner.query(`drop function ci_drop_blobs()`);
    await runner.query(`drop table ci_dropped_blobs`);
    await runner.query(`drop index ix_ci_jobs_heartbeat`);
    await runner.query(`drop index ix_ci_jobs_pending`);
    await runner.query(`create index ix_ci_jobs_pending on ci_jobs (id) where status = 'pending' and kind = 'build'`);
    await runner.query(`
      alter table ci_jobs drop column play_variables, drop column log_secrets, drop column log_tail`);
    for (const table of ['projects', 'groups']) {
      await runner.query(`alter table ${table} drop column runners_token_digest`);
    }
  }
}

/** Whatever takes a log or an artifact away, cascades included, leaves its bytes to be removed after the commit. */
async function recordDroppedBlobs(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table ci_dropped_blobs (
      blob_key text not null constraint pk_ci_dropped_blobs primary key,
      dropped_at timestamptz(3) not null default now()
    )`);
  await runner.query(`
    create function ci_drop_blobs() returns trigger language plpgsql as $$
    begin
      insert into ci_dropped_blobs (blob_key) select gone.blob_key from gone on conflict do nothing;
      return null;
    end $$`);
  for (const table of ['ci_job_logs', 'ci_artifacts']) {
    await runner.query(`
      create trigger tr_${table}_drop_blobs after delete on ${table} referencing old table as gone
      for each statement execute function ci_drop_blobs()`);
  }
}
