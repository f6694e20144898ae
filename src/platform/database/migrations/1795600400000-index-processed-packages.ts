import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Packages that wait to be read; charts by their channel; modules of a name (contract: packages §3.3, §5.8, §5.9). */
export class IndexProcessedPackages1795600400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_packages_processing on packages (created_at) where status = 'processing'`);
    await runner.query(`
      create index ix_package_files_channel on package_files (project_id, (metadata ->> 'channel'), file_name, id)
      where metadata ? 'channel' and deleted_at is null`);
    await runner.query(`
      create index ix_packages_module on packages (name_key)
      where package_type = 'terraform_module' and status <> 'pending_destruction'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_packages_module`);
    await runner.query(`drop index ix_package_files_channel`);
    await runner.query(`drop index ix_packages_processing`);
  }
}
