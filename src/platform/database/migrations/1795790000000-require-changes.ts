import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `require_change` makes a transaction fail when a statement has changed nothing. Its other statements, and the commit,
 * can be sent in the same message, because nobody has to look at the result before.
 */
export class RequireChanges1795790000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function require_change(is_made boolean) returns void language plpgsql as $$
      begin
        if not is_made then
          raise no_data_found using message = 'The statement has changed nothing.';
        end if;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function require_change(boolean)`);
  }
}
