import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A change of refs that was carried out is not carried out again for its Idempotency-Key (contract: conventions §12).
 */
export class TieKeysToIntents1795351000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table idempotency_keys add column is_carried_out boolean not null default false`);
    await runner.query(`
      alter table ref_intents add column idempotency_key_id bigint
        constraint fk_ref_intents_idempotency_key references idempotency_keys (id) on delete set null`);
    await runner.query(`create index ix_ref_intents_idempotency_key on ref_intents (idempotency_key_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table ref_intents drop column idempotency_key_id`);
    await runner.query(`alter table idempotency_keys drop column is_carried_out`);
  }
}
