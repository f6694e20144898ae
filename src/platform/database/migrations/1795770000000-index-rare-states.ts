import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What few rows are: archived projects, and operations of a state. */
export class IndexRareStates1795770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_projects_archived on projects (namespace_id, id) where archived`);
    await runner.query(`create index ix_operations_state on operations (state, created_at desc, id desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_operations_state`);
    await runner.query(`drop index ix_projects_archived`);
  }
}
