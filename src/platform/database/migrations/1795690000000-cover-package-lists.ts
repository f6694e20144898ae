import type { MigrationInterface, QueryRunner } from 'typeorm';

const LISTED = `status = any (array['default', 'error'])`;

/** Lists of groups count and order many packages from one index, without the rows (contract: packages §3.2). */
export class CoverPackageLists1795690000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_packages_project_id_covering on packages (project_id, id) include (package_type, version)
      where ${LISTED}`);
    await runner.query(`drop index ix_packages_project_id`);
    await runner.query(`alter index ix_packages_project_id_covering rename to ix_packages_project_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_packages_project_id`);
    await runner.query(`create index ix_packages_project_id on packages (project_id, id) where ${LISTED}`);
  }
}
