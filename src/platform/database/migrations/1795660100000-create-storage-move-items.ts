import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The containers that a bulk run found when it began, and what became of each (contract: storage-moves §6). */
export class CreateStorageMoveItems1795660100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table storage_move_items (
        operation_id text not null
          constraint fk_storage_move_items_operation references operations (id) on delete cascade,
        container_id bigint not null,
        outcome text constraint ck_storage_move_items_outcome check (
          outcome in ('scheduled', 'scheduled again', 'is read-only', 'is not on the source storage', 'is gone')),
        constraint pk_storage_move_items primary key (operation_id, container_id)
      )`);
    await runner.query(`
      create index ix_storage_move_items_pending on storage_move_items (operation_id, container_id)
      where outcome is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table storage_move_items`);
  }
}
