import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What npm shows of versions beside their packages (contract: packages §5.2). */
export class CreateNpmVersions1795605000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table npm_versions (
        package_id bigint not null constraint pk_npm_versions primary key
          constraint fk_npm_versions_package references packages (id) on delete cascade,
        manifest text not null,
        readme text,
        deprecated text
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table npm_versions`);
  }
}
