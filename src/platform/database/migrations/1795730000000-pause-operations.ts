import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bulk moves can be paused (contract: storage-moves §6). */
export class PauseOperations1795730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table operations add column can_pause boolean not null default false,
        add column is_paused boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table operations drop column is_paused, drop column can_pause');
  }
}
