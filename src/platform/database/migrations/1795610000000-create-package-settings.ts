import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = `'maven', 'generic', 'nuget'`;

/** Whether a version takes a second file of a name, by project or group and format (contract: packages §6.3). */
export class CreatePackageSettings1795610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table package_settings (
        id bigint generated always as identity constraint pk_package_settings primary key,
        project_id bigint constraint fk_package_settings_project references projects (id) on delete cascade,
        group_id bigint constraint fk_package_settings_group references groups (id) on delete cascade,
        package_type text not null constraint ck_package_settings_package_type check (package_type in (${TYPES})),
        duplicates_allowed boolean,
        duplicate_exception text,
        updated_at timestamptz(3) not null default now(),
        constraint ck_package_settings_owner check (num_nonnulls(project_id, group_id) = 1),
        constraint uq_package_settings_project unique (project_id, package_type),
        constraint uq_package_settings_group unique (group_id, package_type)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table package_settings`);
  }
}
