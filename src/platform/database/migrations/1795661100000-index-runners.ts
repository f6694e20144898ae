import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The few among the runners that lists look for: those of the instance, and those that pause (contract: triggers §9).
 */
export class IndexRunners1795661100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_ci_runners_instance on ci_runners (id) where runner_type = 'instance_type'`);
    await runner.query(`create index ix_ci_runners_paused on ci_runners (id) where is_paused`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_ci_runners_paused`);
    await runner.query(`drop index ix_ci_runners_instance`);
  }
}
