import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted versions of one name: what clients still list of them is left out. */
export class IndexDeletedPackages1795600200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_packages_deleted_name on packages (project_id, package_type, name_key)
      where status = 'pending_destruction'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_packages_deleted_name`);
  }
}
