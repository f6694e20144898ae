import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which deletion hid a group or project, so that it can be taken back as a whole (contract: core §15.3). */
export class RememberDeletions1763723000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table projects add column deletion_id text`);
    await runner.query(`alter table groups add column deletion_id text`);
    await runner.query(`create index ix_projects_deletion on projects (deletion_id) where deletion_id is not null`);
    await runner.query(`create index ix_groups_deletion on groups (deletion_id) where deletion_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table groups drop column deletion_id`);
    await runner.query(`alter table projects drop column deletion_id`);
  }
}
