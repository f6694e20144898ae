import type { MigrationInterface, QueryRunner } from 'typeorm';

const UNFINISHED = `status in ('created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'manual', 'scheduled')`;
const TYPE_RANK = `array_position('{maven,npm,conan,nuget,pypi,composer,generic,golang,helm,terraform_module}'::text[], package_type)`;

/**
 * What lists look for among many other rows: unfinished jobs, pipelines by their last change, names of deleted refs.
 */
export class IndexRareRows1795711000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index ix_ci_jobs_unfinished_of_project on ci_jobs (project_id, id) where ${UNFINISHED}`);
    await runner.query(`create index ix_ci_pipelines_updated_at on ci_pipelines (project_id, updated_at, id)`);
    await runner.query(`create index ix_deleted_refs_name_trigrams on deleted_refs using gin (name gin_trgm_ops)`);
    await runner.query(`create index ix_access_tokens_kind on access_tokens (kind, id)`);
    // The planner takes no figures from partial indexes, and would expect one package in two hundred to be of any type.
    await runner.query(`create statistics st_packages_type on (${TYPE_RANK}) from packages`);
    await runner.query(`analyze packages`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop statistics st_packages_type`);
    await runner.query(`drop index ix_access_tokens_kind`);
    await runner.query(`drop index ix_deleted_refs_name_trigrams`);
    await runner.query(`drop index ix_ci_pipelines_updated_at`);
    await runner.query(`drop index ix_ci_jobs_unfinished_of_project`);
  }
}
