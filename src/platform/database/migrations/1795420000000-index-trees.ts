import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lies below a group is a range of one index, and so are a user's memberships: read until a reader has enough. */
export class IndexTrees1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_namespaces_tree on namespaces (traversal_ids) include (id)`);
    await runner.query(`drop index ix_namespaces_traversal`);
    await runner.query(`drop index ix_members_user`);
    await runner.query(`
      create index ix_members_user on members (user_id, group_id, project_id) include (level, expires_at)`);
    await runner.query(`create index ix_groups_live on groups (id) include (visibility) where not pending_delete`);
    await runner.query(`drop index ix_projects_namespace`);
    await runner.query(`
      create index ix_projects_namespace on projects (namespace_id, id) include (visibility, pending_delete)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_projects_namespace`);
    await runner.query(`create index ix_projects_namespace on projects (namespace_id, id)`);
    await runner.query(`drop index ix_groups_live`);
    await runner.query(`drop index ix_members_user`);
    await runner.query(`create index ix_members_user on members (user_id)`);
    await runner.query(`create index ix_namespaces_traversal on namespaces using gin (traversal_ids)`);
    await runner.query(`drop index ix_namespaces_tree`);
  }
}
