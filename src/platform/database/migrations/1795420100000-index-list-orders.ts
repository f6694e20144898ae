import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders and filters of lists that had to sort or scan what a project or the instance holds. */
export class IndexListOrders1795420100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_ci_variables_project on ci_variables (project_id, id) where project_id is not null`);
    await runner.query(`
      create index ix_ci_variables_instance on ci_variables (id) where project_id is null and group_id is null`);
    await runner.query(
      `create index ix_ci_variables_group_id on ci_variables (group_id, id) where group_id is not null`,
    );
    await runner.query(`drop index ix_ci_variables_group`);
    await runner.query(`create index ix_access_tokens_expires_at on access_tokens (expires_at, id)`);
    await runner.query(`create index ix_ci_pipelines_caller on ci_pipelines (project_id, (coalesce(user_id, 0)), id)`);
    await runner.query(`
      create index ix_snippets_open on snippets (project_id, id) where project_id is not null and visibility <> 'private'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_snippets_open`);
    await runner.query(`drop index ix_ci_pipelines_caller`);
    await runner.query(`drop index ix_access_tokens_expires_at`);
    await runner.query(`create index ix_ci_variables_group on ci_variables (group_id, key) where group_id is not null`);
    await runner.query(`drop index ix_ci_variables_group_id`);
    await runner.query(`drop index ix_ci_variables_instance`);
    await runner.query(`drop index ix_ci_variables_project`);
  }
}
