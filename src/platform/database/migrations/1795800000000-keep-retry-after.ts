import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a receiver asks for by Retry-After holds also when the end of a pause makes deliveries due (contract: integrations §8.2). */
export class KeepRetryAfter1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table deliveries add column not_before timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table deliveries drop column not_before`);
  }
}
