import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers and sums that are kept where they change; triggers append the changes, a job folds them. */
export class KeepCounters1795410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table counters (
        name text collate "C" not null,
        owner_id bigint not null,
        value bigint not null,
        constraint pk_counters primary key (name, owner_id)
      )`);
    await runner.query(`
      create table counter_changes (
        id bigint generated always as identity constraint pk_counter_changes primary key,
        name text collate "C" not null,
        owner_id bigint not null,
        change bigint not null
      )`);
    await runner.query(`create index ix_counter_changes_owner on counter_changes (name, owner_id) include (change)`);
    await countTags(runner);
    await countSnippetBytes(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop trigger tr_snippets_count_bytes on snippets`);
    await runner.query(`drop trigger tr_repositories_count_snippet_bytes_changed on repositories`);
    await runner.query(`drop trigger tr_repositories_count_snippet_bytes on repositories`);
    await runner.query(`drop function forget_snippet_bytes()`);
    await runner.query(`drop function count_snippet_bytes()`);
    await runner.query(`drop trigger tr_container_tags_count_removed on container_tags`);
    await runner.query(`drop trigger tr_container_tags_count_added on container_tags`);
    await runner.query(`drop function count_removed_tags()`);
    await runner.query(`drop function count_added_tags()`);
    await runner.query(`drop table counter_changes`);
    await runner.query(`drop table counters`);
  }
}

/** `container_tags`: tags of an image repository. */
async function countTags(runner: QueryRunner): Promise<void> {
  for (const [event, what, sign] of [
    ['insert', 'added', ''],
    ['delete', 'removed', '-'],
  ]) {
    await runner.query(`
      create function count_${what}_tags() returns trigger language plpgsql as $$
      begin
        insert into counter_changes (name, owner_id, change)
        select 'container_tags', t.repository_id, ${sign}count(*) from changed t group by t.repository_id;
        return null;
      end $$`);
    await runner.query(`
      create trigger tr_container_tags_count_${what} after ${event} on container_tags
      referencing ${event === 'insert' ? 'new' : 'old'} table as changed
      for each statement execute function count_${what}_tags()`);
  }
  await runner.query(`
    insert into counters (name, owner_id, value)
    select 'container_tags', repository_id, count(*) from container_tags group by repository_id`);
}

/**
 * `snippet_bytes`: of a project's snippets. A snippet goes before its repository does, so what the repository held is
 * taken off with the snippet, under the lock that a change of the size takes.
 */
async function countSnippetBytes(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create function count_snippet_bytes() returns trigger language plpgsql as $$
    begin
      insert into counter_changes (name, owner_id, change)
      select 'snippet_bytes', s.project_id, new.size_bytes - case when tg_op = 'INSERT' then 0 else old.size_bytes end
      from snippets s where s.id = new.snippet_id and s.project_id is not null;
      return null;
    end $$`);
  await runner.query(`
    create trigger tr_repositories_count_snippet_bytes after insert on repositories
    for each row when (new.snippet_id is not null and new.size_bytes <> 0) execute function count_snippet_bytes()`);
  await runner.query(`
    create trigger tr_repositories_count_snippet_bytes_changed after update on repositories
    for each row when (new.snippet_id is not null and new.size_bytes <> old.size_bytes)
    execute function count_snippet_bytes()`);
  await runner.query(`
    create function forget_snippet_bytes() returns trigger language plpgsql as $$
    begin
      insert into counter_changes (name, owner_id, change)
      select 'snippet_bytes', old.project_id, -held.size_bytes
      from (select r.size_bytes from repositories r where r.snippet_id = old.id and r.size_bytes <> 0 for update) held;
      return old;
    end $$`);
  await runner.query(`
    create trigger tr_snippets_count_bytes before delete on snippets
    for each row when (old.project_id is not null) execute function forget_snippet_bytes()`);
  await runner.query(`
    insert into counters (name, owner_id, value)
    select 'snippet_bytes', s.project_id, sum(r.size_bytes) from snippets s join repositories r on r.snippet_id = s.id
    where s.project_id is not null group by s.project_id having sum(r.size_bytes) <> 0`);
}
