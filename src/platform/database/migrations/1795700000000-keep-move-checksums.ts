import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'project_repository_storage_moves',
  'snippet_repository_storage_moves',
  'group_repository_storage_moves',
];

/** What the copies of a move were compared by (contract: storage-moves §5 step 6, §10). */
export class KeepMoveChecksums1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} add column checksums jsonb`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} drop column checksums`);
    }
  }
}
