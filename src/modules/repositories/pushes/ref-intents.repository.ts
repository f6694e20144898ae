import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { currentKeyId } from '../../../platform/http/idempotency/claim-scope.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { double, returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { RefChange } from '../protection/push-policy.js';
import type { Push } from './push.js';
import { RefIntentEntity } from './ref-intent.entity.js';

const COLUMNS = {
  ...columnsOf(RefIntentEntity, 'i', 'id', 'repositoryId', 'refs', 'actorId', 'source', 'pushOptions', 'address'),
  secondsOld: double`extract(epoch from now() - i.created_at)::float8`,
};
const ID = columnsOf(RefIntentEntity, 'i', 'id');

/** A change of refs that was checked and begun. */
export type RefIntent = RowOf<typeof COLUMNS>;

/**
 * Whether `c`, one change of an intent, is among the given changes. PostgreSQL hashes them, so their number does not
 * matter.
 */
const isOneOf = sql`(c->>'ref', c->>'before', c->>'after') in (select ref, before, after from given)`;

/** The changes that {@link isOneOf} compares with, for the `with` clause. */
const given = (changes: readonly RefChange[]): Sql => sql`given as (
  select g->>'ref' as ref, g->>'before' as before, g->>'after' as after
  from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) g)`;

/** Whether the intent `i` contains one of the given changes. */
const sharesOneOf = sql`exists (select 1 from jsonb_array_elements(i.refs) c where ${isOneOf})`;

/** Whether the owner of the intent `i` no longer holds a valid lease on the repository. */
const IS_ABANDONED = sql`
  i.created_at < now() - interval '30 seconds' and not exists (
    select 1 from repository_leases l
    where l.repository_id = i.repository_id and l.owner = i.owner and l.expires_at > now())`;
export const IS_ANY_INTENT_ABANDONED = sql`exists (select 1 from ref_intents i where ${IS_ABANDONED})`;

/** Changes of refs that have begun; the refs themselves show which of them happened (contract: git §6). */
@Injectable()
export class RefIntentsRepository {
  constructor(private readonly database: Database) {}

  async insert({ repository, changes, actor, source, options }: Push, owner: string): Promise<number> {
    const row = await this.database.row(
      returning(
        ID,
        sql`
          insert into ref_intents as i
            (repository_id, owner, refs, actor_id, source, push_options, address, idempotency_key_id)
          values (${repository.id}, ${owner}, ${JSON.stringify(changes)}::jsonb, ${actor.userId}, ${source},
                  ${[...options]}, ${actor.address}, ${currentKeyId()})`,
      ),
    );
    return row?.id ?? 0;
  }

  find(id: number): Promise<RefIntent | null> {
    return this.database.row(select(COLUMNS, sql`from ref_intents i where i.id = ${id}`));
  }

  /** Deletes an intent whose refs did not move. Returns false if another process has finished or dropped it. */
  async drop(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from ref_intents where id = ${id}`)) > 0;
  }

  /**
   * Deletes the intent of moved refs. Its Idempotency-Key is marked, so that a repeated request moves nothing even if
   * this one dies before it answers (contract: conventions §12). The changes are removed from older intents, which did
   * not perform them, because a ref moves from one commit to another only once; an intent without changes is dropped
   * when it is settled. The surrounding transaction fails (`changedNothing`) if another process has finished or
   * dropped the intent.
   */
  async finish(id: number, changes: readonly RefChange[]): Promise<void> {
    await this.database.runWithNext(sql`
      with ${given(changes)},
      finished as (delete from ref_intents where id = ${id} returning id, repository_id, idempotency_key_id),
      carried_out as (
        update idempotency_keys set is_carried_out = true where id in (select idempotency_key_id from finished)),
      narrowed as (
        update ref_intents i set refs = (
          select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(i.refs) c where not ${isOneOf})
        from finished f
        where i.repository_id = f.repository_id and i.id < f.id and ${sharesOneOf})
      select require_change(exists (select 1 from finished))`);
  }

  /** Whether a newer, unfinished intent contains one of the same moves of a ref. */
  isRepeated({ id, repositoryId, refs }: RefIntent): Promise<boolean> {
    return this.database.exists(sql`
      with ${given(refs)}
      select 1 from ref_intents i
      where i.repository_id = ${repositoryId} and i.id > ${id} and ${sharesOneOf} limit 1`);
  }

  /** Intents of an owner that is gone. */
  openOf(owner: string): Promise<RefIntent[]> {
    return this.database.rows(select(COLUMNS, sql`from ref_intents i where i.owner = ${owner} order by i.id`));
  }

  /** The oldest abandoned intents. */
  abandoned(): Promise<RefIntent[]> {
    return this.database.rows(select(COLUMNS, sql`from ref_intents i where ${IS_ABANDONED} order by i.id limit 1000`));
  }
}
