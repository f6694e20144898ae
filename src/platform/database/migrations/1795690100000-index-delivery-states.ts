import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filters of the delivery log that few rows meet (contract: integrations §8.5); most deliveries are in neither index. */
export class IndexDeliveryStates1795690100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_deliveries_state on deliveries (integration_id, state, id) where state <> 'succeeded'`);
    await runner.query(`
      create index ix_deliveries_trigger on deliveries (integration_id, trigger, id) where trigger <> 'event'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_deliveries_trigger`);
    await runner.query(`drop index ix_deliveries_state`);
  }
}
