import type { MigrationInterface, QueryRunner } from 'typeorm';

const LISTED = `status in ('default', 'error')`;
const TYPE_RANK = `array_position('{maven,npm,conan,nuget,pypi,composer,generic,golang,helm,terraform_module}'::text[], package_type)`;

/** Orders within a project; lists of a large group read the beginning of each (contract: packages §3.2). */
const ORDERS = {
  id: 'id',
  created_at: 'created_at, id',
  name: 'name, id',
  version: 'version, id',
  type: `(${TYPE_RANK}), id`,
};

/**
 * What lists filter by stands in the indexes of their orders, so that thousands of rows are counted without reading
 * them; failed packages are few among those.
 */
export class CoverPackageLists1795690000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await recreate(runner, 'include (package_type, version, status)');
    await runner.query(`
      create index ix_packages_project_failed on packages (project_id, created_at, id) include (package_type, version)
      where status = 'error'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_packages_project_failed`);
    await recreate(runner, '');
  }
}

async function recreate(runner: QueryRunner, include: string): Promise<void> {
  for (const [name, columns] of Object.entries(ORDERS)) {
    await runner.query(`drop index ix_packages_project_${name}`);
    await runner.query(`
      create index ix_packages_project_${name} on packages (project_id, ${columns}) ${include} where ${LISTED}`);
  }
}
