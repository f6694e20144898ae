import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Filters of the delivery log that few rows meet (contract: integrations §8.5), and the next delivery of an
 * integration; most deliveries are in none of these indexes.
 */
export class IndexDeliveryStates1795690100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_deliveries_state on deliveries (integration_id, state, id) where state <> 'succeeded'`);
    await runner.query(`
      create index ix_deliveries_trigger on deliveries (integration_id, trigger, id) where trigger <> 'event'`);
    await runner.query(`
      create index ix_deliveries_next on deliveries (integration_id, event_id, id)
      where state in ('pending', 'retrying')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_deliveries_next`);
    await runner.query(`drop index ix_deliveries_trigger`);
    await runner.query(`drop index ix_deliveries_state`);
  }
}
