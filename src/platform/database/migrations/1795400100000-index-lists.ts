import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists, and the jobs that look for something due, read indexes that hold what they ask for and no more. */
export class IndexLists1795400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_projects_open on projects (visibility, id) where visibility <> 'private' and not pending_delete`);
    await runner.query(`
      create index ix_groups_open on groups (visibility, id) where visibility <> 'private' and not pending_delete`);
    await runner.query(`create index ix_projects_pending_delete on projects (id) where pending_delete`);
    await runner.query(`create index ix_projects_topics on projects using gin (topics)`);
    await runner.query(`create index ix_namespaces_name on namespaces (name, id) where kind = 'group'`);
    await runner.query(`create index ix_namespaces_path on namespaces (path, id) where kind = 'group'`);
    await runner.query(`create index ix_users_name on users (name, id)`);
    await runner.query(`create index ix_users_username on users (username, id)`);
    await runner.query(`create index ix_users_updated_at on users (updated_at, id)`);
    await runner.query(`create index ix_access_tokens_created_at on access_tokens (created_at, id)`);
    await runner.query(`create index ix_access_tokens_user_kind on access_tokens (user_id, kind, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_access_tokens_user_kind`);
    await runner.query(`drop index ix_access_tokens_created_at`);
    await runner.query(`drop index ix_users_updated_at`);
    await runner.query(`drop index ix_users_username`);
    await runner.query(`drop index ix_users_name`);
    await runner.query(`drop index ix_namespaces_path`);
    await runner.query(`drop index ix_namespaces_name`);
    await runner.query(`drop index ix_projects_topics`);
    await runner.query(`drop index ix_projects_pending_delete`);
    await runner.query(`drop index ix_groups_open`);
    await runner.query(`drop index ix_projects_open`);
  }
}
