import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = ['project', 'snippet', 'group'];

/** Which moves left their old copy behind, until it is removed (contract: storage-moves §13.6). */
export class AddStorageMoveLeftovers1795660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const kind of KINDS) {
      const table = `${kind}_repository_storage_moves`;
      await runner.query(`alter table ${table} add column has_leftover boolean not null default false`);
      await runner.query(`update ${table} set has_leftover = true where state = 'cleanup failed'`);
      await runner.query(`
        create index ix_${kind}_storage_moves_leftover on ${table} (source_storage, id) where has_leftover`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const kind of KINDS) {
      await runner.query(`alter table ${kind}_repository_storage_moves drop column has_leftover`);
    }
  }
}
