import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every pipeline of a list is asked for though few of its jobs have it, and rare pipelines of a project. */
export class IndexRareJobs1795740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_ci_jobs_warnings on ci_jobs (pipeline_id)
      where allow_failure and not is_retried and status in ('failed', 'canceled')`);
    await runner.query(`
      create index ix_ci_jobs_coverage on ci_jobs (pipeline_id) include (coverage)
      where coverage is not null and not is_retried`);
    await runner.query(`create index ix_ci_pipelines_source on ci_pipelines (project_id, source, id)`);
    await runner.query(`
      create index ix_ci_pipelines_invalid on ci_pipelines (project_id, id) where yaml_errors is not null`);
    await runner.query(`
      create index ix_ci_pipelines_event_type on ci_pipelines (project_id, event_type, id) where event_type is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_ci_pipelines_event_type`);
    await runner.query(`drop index ix_ci_pipelines_invalid`);
    await runner.query(`drop index ix_ci_pipelines_source`);
    await runner.query(`drop index ix_ci_jobs_coverage`);
    await runner.query(`drop index ix_ci_jobs_warnings`);
  }
}
