import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs under way are found by their user, who may lose access (contract: triggers §8). */
export class IndexJobsUnderWay1795350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_ci_jobs_under_way_of_user on ci_jobs (user_id, id)
      where kind = 'build' and not is_retried
        and status in ('created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'manual', 'scheduled')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_ci_jobs_under_way_of_user`);
  }
}
