import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What clients say of features that do not exist here is kept for them (contract: core §5, §6). */
export class KeepSwitches1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table groups add column switches jsonb not null default '{}'`);
    await runner.query(`alter table projects add column switches jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table projects drop column switches`);
    await runner.query(`alter table groups drop column switches`);
  }
}
