import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A known text sealed under SECRET_KEY: a wrong key shows at the start, not at the first secret (contract: core §1.1).
 */
export class AddKeyCheck1763600700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings add column key_check bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table application_settings drop column key_check`);
  }
}
