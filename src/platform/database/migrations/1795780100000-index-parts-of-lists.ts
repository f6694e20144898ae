import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What groups are listed by, each beside the id; of all by name and path there are indexes already. */
const ORDERS = { id: 'id', name: 'name, id', path: 'path, id' };
/** Those directly in a group, those of a tree, those at the top. */
const PARTS = {
  children: { prefix: 'parent_id, ', of: 'parent_id is not null' },
  tree: { prefix: '(traversal_ids[1]), ', of: `kind = 'group'` },
  top: { prefix: '', of: `parent_id is null and kind = 'group'` },
};

/**
 * Parts that lists are asked for: groups by where they lie, what is open below a group, who administers, and others.
 */
export class IndexPartsOfLists1795780100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [part, { prefix, of }] of Object.entries(PARTS)) {
      for (const [order, columns] of Object.entries(ORDERS)) {
        await runner.query(
          `create index ix_namespaces_${part}_${order} on namespaces (${prefix}${columns}) where ${of}`,
        );
      }
    }
    // Of a tree with many groups it is known that it has many: a page far behind is not planned for as if it had few.
    await runner.query(`create statistics sx_namespaces_tree on (traversal_ids[1]) from namespaces`);
    await runner.query(`create index ix_namespaces_groups on namespaces (id) where kind = 'group'`);
    await runner.query(`drop index ix_namespaces_parent`);
    await runner.query(`
      create index ix_projects_namespace_open on projects (namespace_id, id) include (visibility)
      where visibility <> 'private' and not pending_delete`);
    await runner.query(`
      create index ix_projects_archived_created_at on projects (created_at desc, id desc)
      where archived and not pending_delete`);
    await runner.query(`create index ix_users_admins on users (id) where is_admin`);
    await runner.query(`create index ix_users_inactive on users (state, id) where state <> 'active'`);
    await runner.query(`create index ix_deleted_refs_type on deleted_refs (repository_id, type, id)`);
    await runner.query(`create index ix_ci_sources_pipelines on ci_sources (source_pipeline_id, pipeline_id)
      where source_pipeline_id is not null`);
    await runner.query(`drop index ix_ci_sources_source_pipeline`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_ci_sources_source_pipeline on ci_sources (source_pipeline_id) where source_pipeline_id is not null`);
    await runner.query(`drop index ix_ci_sources_pipelines`);
    await runner.query(`drop index ix_deleted_refs_type`);
    await runner.query(`drop index ix_users_inactive`);
    await runner.query(`drop index ix_users_admins`);
    await runner.query(`drop index ix_projects_archived_created_at`);
    await runner.query(`drop index ix_projects_namespace_open`);
    await runner.query(`create index ix_namespaces_parent on namespaces (parent_id)`);
    await runner.query(`drop index ix_namespaces_groups`);
    await runner.query(`drop statistics sx_namespaces_tree`);
    for (const part of Object.keys(PARTS)) {
      for (const order of Object.keys(ORDERS)) {
        await runner.query(`drop index ix_namespaces_${part}_${order}`);
      }
    }
  }
}
