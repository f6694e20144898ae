import type { MigrationInterface, QueryRunner } from 'typeorm';

const REMOVED = 'referencing old table as changed';
const ADDED = 'referencing new table as changed';

/** Bytes of a project's package files, and blobs that have lost one, kept where files come and go. */
export class CountPackageBytes1795600100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await follow(runner, 'insert', ADDED, changeOf('sum(size)'));
    await follow(runner, 'delete', REMOVED, `${changeOf('-sum(size)')}; ${NOTE_UNUSED}`);
    await runner.query(`
      insert into counters (name, owner_id, value)
      select 'package_bytes', project_id, sum(size) from package_files group by project_id having sum(size) <> 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const verb of ['delete', 'insert']) {
      await runner.query(`drop trigger tr_package_files_${verb} on package_files`);
      await runner.query(`drop function note_package_files_${verb}()`);
    }
    await runner.query(`delete from counter_changes where name = 'package_bytes'`);
    await runner.query(`delete from counters where name = 'package_bytes'`);
  }
}

const changeOf = (sum: string): string => `
  insert into counter_changes (name, owner_id, change)
  select 'package_bytes', project_id, ${sum} from changed group by project_id having sum(size) <> 0`;

/** The collector looks whether another file has the blob. Rows are locked in one order, as everywhere. */
const NOTE_UNUSED = `
  update package_blobs b set unused_at = now()
  from (
    select held.id from package_blobs held where held.id in (select blob_id from changed)
    order by held.id for no key update) left_over
  where b.id = left_over.id`;

async function follow(runner: QueryRunner, verb: string, rows: string, work: string): Promise<void> {
  await runner.query(`
    create function note_package_files_${verb}() returns trigger language plpgsql as $$
    begin
      ${work};
      return null;
    end $$`);
  await runner.query(`
    create trigger tr_package_files_${verb} after ${verb} on package_files ${rows}
    for each statement execute function note_package_files_${verb}()`);
}
