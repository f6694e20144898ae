import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lies below a group is a range of one index, and so are a user's memberships: read until a reader has enough. */
export class IndexTrees1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_namespaces_tree on namespaces (traversal_ids) include (id)`);
    await runner.query(`drop index ix_namespaces_traversal`);
    for (const container of ['group', 'project']) {
      await runner.query(`
        create index ix_members_user_${container}s on members (user_id, ${container}_id) include (level, expires_at)
        where ${container}_id is not null`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_members_user_projects`);
    await runner.query(`drop index ix_members_user_groups`);
    await runner.query(`create index ix_namespaces_traversal on namespaces using gin (traversal_ids)`);
    await runner.query(`drop index ix_namespaces_tree`);
  }
}
