import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A secret that was created by a form is shown by the next page, which a reload does not repeat. */
export class KeepShownOnce1795500200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sessions
        add column shown_on text,
        add column shown_once bytea,
        add constraint ck_sessions_shown_once check ((shown_on is null) = (shown_once is null))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sessions drop constraint ck_sessions_shown_once, drop column shown_on, drop column shown_once`);
  }
}
