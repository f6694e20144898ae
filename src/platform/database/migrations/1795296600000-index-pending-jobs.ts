import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runners look at the first pending jobs of each project (contract: triggers §9 Taking a job). */
export class IndexPendingJobs1795296600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_ci_jobs_pending_of_project on ci_jobs (project_id, queued_at, id)
      where status = 'pending' and kind = 'build'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_ci_jobs_pending_of_project`);
  }
}
