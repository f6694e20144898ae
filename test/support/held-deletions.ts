import type { TestApp } from './app.js';

const LOCK = 4711;

/**
 * From when this SQL condition holds on, who deletes image tags waits before the next ones, however fast the machine
 * is; the function that it answers lets them go on.
 */
export async function holdDeletionsOfTags(app: TestApp, condition: string): Promise<() => Promise<void>> {
  await app.sql(`create or replace function wait_to_delete() returns trigger language plpgsql as $$ begin
    if ${condition} then
      perform pg_advisory_xact_lock_shared(${LOCK});
    end if;
    return null; end $$`);
  await app.sql(`create or replace trigger waits before delete on container_tags
    for each statement execute function wait_to_delete()`);
  await app.sql('select pg_advisory_lock($1)', [LOCK]);
  return async () => {
    await app.sql('select pg_advisory_unlock($1)', [LOCK]);
  };
}
