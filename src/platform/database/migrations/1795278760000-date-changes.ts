import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['members', 'ci_variables', 'protected_branches', 'protected_tags'] as const;

/** When records that can be changed were changed last: their `Last-Modified` (contract: conventions §11). */
export class DateChanges1795278760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} add column updated_at timestamptz(3) not null default now()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} drop column updated_at`);
    }
  }
}
