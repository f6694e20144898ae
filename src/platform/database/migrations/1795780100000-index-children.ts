import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups in the orders of their lists: those directly in a group, those at the top, and all of them by id. */
export class IndexChildren1795780100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries({ '': 'id', _name: 'name, id', _path: 'path, id' })) {
      await runner.query(`
        create index ix_namespaces_children${name} on namespaces (parent_id, ${columns}) where parent_id is not null`);
    }
    for (const column of ['name', 'path']) {
      await runner.query(`
        create index ix_namespaces_top_${column} on namespaces (${column}, id) where parent_id is null and kind = 'group'`);
    }
    await runner.query(`create index ix_namespaces_groups on namespaces (id) where kind = 'group'`);
    await runner.query(`drop index ix_namespaces_parent`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_namespaces_parent on namespaces (parent_id)`);
    for (const name of ['groups', 'top_path', 'top_name', 'children_path', 'children_name', 'children']) {
      await runner.query(`drop index ix_namespaces_${name}`);
    }
  }
}
