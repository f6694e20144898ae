import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bytes of the files that a project's jobs left, kept where files come and go. A file that goes along with its job is
 * counted off the project that its own row names: the row of the job is gone by then.
 */
export class CountArtifactBytes1795760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table ci_artifacts add column project_id bigint`);
    await runner.query(`
      update ci_artifacts a set project_id = j.project_id from ci_jobs j where j.id = a.job_id`);
    await runner.query(`alter table ci_artifacts alter column project_id set not null`);
    await follow(runner, 'insert', 'new', 'sum(size)');
    await follow(runner, 'delete', 'old', '-sum(size)');
    await runner.query(`
      insert into counters (name, owner_id, value)
      select 'artifact_bytes', project_id, sum(size) from ci_artifacts group by project_id having sum(size) <> 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const verb of ['delete', 'insert']) {
      await runner.query(`drop trigger tr_ci_artifacts_count_${verb} on ci_artifacts`);
      await runner.query(`drop function count_ci_artifacts_${verb}()`);
    }
    await runner.query(`delete from counter_changes where name = 'artifact_bytes'`);
    await runner.query(`delete from counters where name = 'artifact_bytes'`);
    await runner.query(`alter table ci_artifacts drop column project_id`);
  }
}

async function follow(runner: QueryRunner, verb: string, rows: string, sum: string): Promise<void> {
  await runner.query(`
    create function count_ci_artifacts_${verb}() returns trigger language plpgsql as $$
    begin
      insert into counter_changes (name, owner_id, change)
      select 'artifact_bytes', project_id, ${sum} from changed group by project_id having sum(size) <> 0;
      return null;
    end $$`);
  await runner.query(`
    create trigger tr_ci_artifacts_count_${verb} after ${verb} on ci_artifacts referencing ${rows} table as changed
    for each statement execute function count_ci_artifacts_${verb}()`);
}
