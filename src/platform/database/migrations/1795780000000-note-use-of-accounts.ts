import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When somebody was here last, in an order that access reports are read in: it was looked up in three tables for each.
 */
export class NoteUseOfAccounts1795780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table users add column last_used_at timestamptz(3)`);
    await runner.query(`
      update users u set last_used_at = noted.last_used_at
      from (
        select user_id, max(used_at) as last_used_at
        from (
          select id as user_id, greatest(last_activity_on::timestamp at time zone 'utc', current_sign_in_at) as used_at from users
          union all select user_id, last_seen_at from sessions
          union all select user_id, last_used_at from access_tokens where kind = 'personal'
          union all select user_id, last_used_at from oauth_access_tokens) used
        where used_at is not null group by user_id) noted
      where u.id = noted.user_id`);
    await runner.query(`
      create index ix_users_last_used on users ((coalesce(last_used_at, '-infinity')), id) where kind = 'human'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table users drop column last_used_at`);
  }
}
