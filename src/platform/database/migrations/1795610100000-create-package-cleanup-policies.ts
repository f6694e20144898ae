import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When and which packages of a project are deleted by themselves (contract: packages §6.2). */
export class CreatePackageCleanupPolicies1795610100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table package_cleanup_policies (
        project_id bigint constraint pk_package_cleanup_policies primary key
          constraint fk_package_cleanup_policies_project references projects (id) on delete cascade,
        enabled boolean not null default false,
        cadence text not null default '1d'
          constraint ck_package_cleanup_policies_cadence check (cadence in ('1d', '7d', '14d', '1month')),
        keep_n_versions integer
          constraint ck_package_cleanup_policies_keep_n_versions check (keep_n_versions >= 1),
        older_than text,
        name_regex_delete text,
        name_regex_keep text,
        package_types text[] not null default '{}',
        next_run_at timestamptz(3),
        updated_at timestamptz(3) not null default now(),
        constraint ck_package_cleanup_policies_next_run_at check (enabled = (next_run_at is not null))
      )`);
    await runner.query(`
      create index ix_package_cleanup_policies_next_run_at on package_cleanup_policies (next_run_at)
      where next_run_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table package_cleanup_policies`);
  }
}
