import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What links and manifests hold: each table's digests and sizes, for `changed`, its rows that came or went. */
const HELD = {
  container_blob_links: `
    select c.project_id, b.digest, b.size from changed l
    join container_blobs b on b.id = l.blob_id join container_repositories c on c.id = l.repository_id`,
  container_manifests: `
    select c.project_id, m.digest, m.size::bigint from changed m join container_repositories c on c.id = m.repository_id`,
};

const contentOf = (source: string): string => `
  select project_id, digest, max(size) as size, count(*) as uses from (${source}) held group by project_id, digest`;

/**
 * Bytes of a project's images, each digest once, kept where they change (contract: registry §9.5). Writers wait for
 * each other only over the same digest in the same project.
 */
export class CountImageBytes1795410100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table container_contents (
        project_id bigint not null,
        digest text collate "C" not null,
        size bigint not null,
        uses bigint not null,
        constraint pk_container_contents primary key (project_id, digest)
      )`);
    for (const [table, source] of Object.entries(HELD)) {
      await countAdded(runner, table, contentOf(source));
      await countRemoved(runner, table, contentOf(source));
    }
    await emptyBeforeRemoval(runner);
    await countPresent(runner);
    await keepLimitsAlone(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await bringUsageBack(runner);
    await runner.query(`drop trigger tr_container_repositories_empty on container_repositories`);
    await runner.query(`drop function empty_container_repository()`);
    for (const table of Object.keys(HELD)) {
      await runner.query(`drop trigger tr_${table}_count_removed on ${table}`);
      await runner.query(`drop trigger tr_${table}_count_added on ${table}`);
      await runner.query(`drop function count_removed_${table}()`);
      await runner.query(`drop function count_added_${table}()`);
    }
    await runner.query(`drop table container_contents`);
    await runner.query(`delete from counter_changes where name = 'container_bytes'`);
    await runner.query(`delete from counters where name = 'container_bytes'`);
  }
}

async function countAdded(runner: QueryRunner, table: string, content: string): Promise<void> {
  await runner.query(`
    create function count_added_${table}() returns trigger language plpgsql as $$
    begin
      with added as (${content}),
      kept as (
        insert into container_contents as k (project_id, digest, size, uses)
        select project_id, digest, size, uses from added order by project_id, digest
        on conflict (project_id, digest) do update set uses = k.uses + excluded.uses
        returning k.project_id, k.digest, k.size, k.uses)
      insert into counter_changes (name, owner_id, change)
      select 'container_bytes', k.project_id, sum(k.size)
      from kept k join added a on a.project_id = k.project_id and a.digest = k.digest
      where k.uses = a.uses group by k.project_id;
      return null;
    end $$`);
  await runner.query(`
    create trigger tr_${table}_count_added after insert on ${table} referencing new table as changed
    for each statement execute function count_added_${table}()`);
}

/** Rows are locked in one order, so that two removals of the same contents do not wait for each other. */
async function countRemoved(runner: QueryRunner, table: string, content: string): Promise<void> {
  await runner.query(`
    create function count_removed_${table}() returns trigger language plpgsql as $$
    begin
      update container_contents k set uses = k.uses - removed.uses
      from (
        select held.project_id, held.digest, r.uses
        from (${content}) r join container_contents held on held.project_id = r.project_id and held.digest = r.digest
        order by held.project_id, held.digest for update of held) removed
      where k.project_id = removed.project_id and k.digest = removed.digest;
      with ended as (
        delete from container_contents k using (${content}) r
        where k.project_id = r.project_id and k.digest = r.digest and k.uses = 0
        returning k.project_id, k.size)
      insert into counter_changes (name, owner_id, change)
      select 'container_bytes', project_id, -sum(size) from ended group by project_id;
      return null;
    end $$`);
  await runner.query(`
    create trigger tr_${table}_count_removed after delete on ${table} referencing old table as changed
    for each statement execute function count_removed_${table}()`);
}

/**
 * A cascade takes links and manifests when their repository, and so its project, is not there to be asked for any more.
 */
async function emptyBeforeRemoval(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create function empty_container_repository() returns trigger language plpgsql as $$
    begin
      delete from container_manifests where repository_id = old.id;
      delete from container_blob_links where repository_id = old.id;
      return old;
    end $$`);
  await runner.query(`
    create trigger tr_container_repositories_empty before delete on container_repositories
    for each row execute function empty_container_repository()`);
}

async function countPresent(runner: QueryRunner): Promise<void> {
  const present = Object.entries(HELD).map(([table, source]) => source.replace('from changed ', `from ${table} `));
  await runner.query(`
    insert into container_contents (project_id, digest, size, uses) ${contentOf(present.join(' union all '))}`);
  await runner.query(`
    insert into counters (name, owner_id, value)
    select 'container_bytes', project_id, sum(size) from container_contents group by project_id having sum(size) <> 0`);
}

async function keepLimitsAlone(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_size_limits (
      project_id bigint constraint pk_container_size_limits primary key
        constraint fk_container_size_limits_project references projects (id) on delete cascade,
      bytes bigint not null constraint ck_container_size_limits_bytes check (bytes >= 0)
    )`);
  await runner.query(`
    insert into container_size_limits (project_id, bytes)
    select project_id, size_limit from container_usage where size_limit is not null`);
  await runner.query(`drop table container_usage`);
}

async function bringUsageBack(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table container_usage (
      project_id bigint constraint pk_container_usage primary key
        constraint fk_container_usage_project references projects (id) on delete cascade,
      bytes bigint not null default 0,
      size_limit bigint constraint ck_container_usage_limit check (size_limit >= 0),
      updated_at timestamptz(3) not null default now()
    )`);
  await runner.query(`
    insert into container_usage (project_id, bytes, size_limit)
    select l.project_id, coalesce((select sum(c.size) from container_contents c where c.project_id = l.project_id), 0), l.bytes
    from container_size_limits l`);
  await runner.query(`drop table container_size_limits`);
}
