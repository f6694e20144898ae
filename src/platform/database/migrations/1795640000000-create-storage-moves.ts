import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = { project: 'projects', snippet: 'snippets', group: 'groups' };
const ACTIVE = `state in ('initial', 'scheduled', 'started', 'replicated')`;

/** Moves of repositories between storages, counted for each kind of container (contract: storage-moves §10). */
export class CreateStorageMoves1795640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [kind, containers] of Object.entries(KINDS)) {
      await createMoves(runner, kind, containers);
    }
    await runner.query(`
      alter table repository_leases drop constraint ck_repository_leases_kind,
        add constraint ck_repository_leases_kind check (kind in ('read', 'write', 'move'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from repository_leases where kind = 'move'`);
    await runner.query(`
      alter table repository_leases drop constraint ck_repository_leases_kind,
        add constraint ck_repository_leases_kind check (kind in ('read', 'write'))`);
    for (const kind of Object.keys(KINDS)) {
      await runner.query(`drop table ${kind}_repository_storage_moves`);
    }
  }
}

async function createMoves(runner: QueryRunner, kind: string, containers: string): Promise<void> {
  const name = `${kind}_storage_moves`;
  const table = `${kind}_repository_storage_moves`;
  await runner.query(`
    create table ${table} (
      id bigint generated always as identity constraint pk_${name} primary key,
      container_id bigint not null constraint fk_${name}_container references ${containers} (id) on delete cascade,
      state text not null default 'scheduled' constraint ck_${name}_state check (
        state in ('initial', 'scheduled', 'started', 'replicated', 'finished', 'failed', 'cleanup failed')),
      source_storage text not null,
      destination_storage text not null,
      operation_id text,
      error_message text,
      bytes_done bigint not null default 0,
      bytes_total bigint,
      cancel_requested boolean not null default false,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint ck_${name}_finished_at check (
        (finished_at is not null) = (state in ('finished', 'failed', 'cleanup failed')))
    )`);
  await runner.query(`create unique index uq_${name}_active on ${table} (container_id) where ${ACTIVE}`);
  await runner.query(`create index ix_${name}_container on ${table} (container_id, id)`);
  await runner.query(`create index ix_${name}_state on ${table} (state, id)`);
  await runner.query(`create index ix_${name}_source on ${table} (source_storage, id)`);
  await runner.query(`create index ix_${name}_destination on ${table} (destination_storage, id)`);
  await runner.query(`create index ix_${name}_operation on ${table} (operation_id, id) where operation_id is not null`);
}
