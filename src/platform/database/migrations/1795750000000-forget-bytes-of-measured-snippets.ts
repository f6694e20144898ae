import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The size is asked for apart: a condition on it would be judged before the row is locked. */
const FORGETTING = `
  create or replace function forget_snippet_bytes() returns trigger language plpgsql as $$
  declare
    held bigint;
  begin
    select r.size_bytes into held from repositories r where r.snippet_id = old.id for update;
    if held <> 0 then
      insert into counter_changes (name, owner_id, change) values ('snippet_bytes', old.project_id, -held);
    end if;
    return old;
  end $$`;

const FORGETTING_BEFORE = `
  create or replace function forget_snippet_bytes() returns trigger language plpgsql as $$
  begin
    insert into counter_changes (name, owner_id, change)
    select 'snippet_bytes', old.project_id, -held.size_bytes
    from (select r.size_bytes from repositories r where r.snippet_id = old.id and r.size_bytes <> 0 for update) held;
    return old;
  end $$`;

/**
 * A repository that was measured for the first time while its snippet was deleted stayed counted: it was looked for by
 * the size that it had before, and so not locked. What such ones left is taken off.
 */
export class ForgetBytesOfMeasuredSnippets1795750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FORGETTING);
    await runner.query(`
      with told as (
        select owner_id, sum(value) as value from (
          select owner_id, value from counters where name = 'snippet_bytes'
          union all
          select owner_id, change from counter_changes where name = 'snippet_bytes') part
        group by owner_id),
      counted as (
        select s.project_id as owner_id, sum(r.size_bytes) as value
        from snippets s join repositories r on r.snippet_id = s.id where s.project_id is not null group by s.project_id)
      insert into counter_changes (name, owner_id, change)
      select 'snippet_bytes', owner_id, coalesce(counted.value, 0) - coalesce(told.value, 0)
      from told full join counted using (owner_id)
      where coalesce(counted.value, 0) <> coalesce(told.value, 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FORGETTING_BEFORE);
  }
}
