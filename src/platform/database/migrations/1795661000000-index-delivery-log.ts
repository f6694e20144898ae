import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log of an integration is filtered by events (contract: integrations §8.5). */
export class IndexDeliveryLog1795661000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table deliveries add column object_kind text`);
    await runner.query(`
      update deliveries d set object_kind = e.object_kind from integration_events e where e.id = d.event_id`);
    await runner.query(`alter table deliveries alter column object_kind set not null`);
    await runner.query(`create index ix_deliveries_kind on deliveries (integration_id, object_kind, id)`);
    await runner.query(`create unique index uq_integration_events_uuid on integration_events (uuid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index uq_integration_events_uuid`);
    await runner.query(`alter table deliveries drop column object_kind`);
  }
}
