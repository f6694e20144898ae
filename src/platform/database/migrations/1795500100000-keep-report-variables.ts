import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Variables that a job reports reach the jobs that take its files (contract: triggers §5, §11). */
export class KeepReportVariables1795500100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table ci_jobs add column report_variables bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table ci_jobs drop column report_variables`);
  }
}
