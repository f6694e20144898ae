import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far a cleanup has come, in the row of its plan: each batch of deletions commits together with it, so that a
 * worker that takes over neither repeats nor leaves out anything (contract: registry §4). Items are many and live
 * shortly: compressing them costs more than it saves.
 */
export class FollowCleanups1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table container_cleanup_plans
        add column kept_count integer not null default 0,
        add column done integer not null default 0,
        add column deleted_count integer not null default 0,
        add column deleted text[] not null default '{}',
        add column skipped text[] not null default '{}',
        alter column items set storage external`);
    await runner.query(`
      create index ix_container_blobs_unlinked on container_blobs (unlinked_at, id)
      where unlinked_at is not null and state = 'stored'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_container_blobs_unlinked`);
    await runner.query(`
      alter table container_cleanup_plans
        drop column kept_count, drop column done, drop column deleted_count, drop column deleted, drop column skipped,
        alter column items set storage extended`);
  }
}
