import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../database/columns-of.js';
import { Database } from '../../database/database.js';
import { boolean, returning, select } from '../../database/typed-sql.js';
import type { RowOf } from '../../database/typed-sql.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

/** Seconds that a holder owns a key before it must renew (contract: conventions §12 rule 2). */
export const LEASE_SECONDS = 60;
const KEPT_HOURS = 24;

export interface KeyOfRequest {
  /** Sender of the request: the acting user, and the real one under sudo. */
  readonly identity: string;
  readonly key: string;
  readonly fingerprint: string;
}

const TAKEN = columnsOf(IdempotencyKeyEntity, 'held', 'id');

const HELD_KEY_COLUMNS = {
  ...columnsOf(IdempotencyKeyEntity, 'k', 'fingerprint', 'status', 'answer', 'location'),
  /** The request made its change and died before its answer was stored. */
  isAnswerLost: boolean`k.status is null and k.is_carried_out and k.leased_until <= now()`,
};

/** A key that is leased, or whose answer is stored; `status` is null while the first request runs. */
export type HeldKey = RowOf<typeof HELD_KEY_COLUMNS>;

export interface SealedAnswer {
  readonly status: number;
  readonly answer: Buffer | null;
  readonly location: string | null;
}

/**
 * Whether the request with this key has begun to move refs. Until the outcome is known, it must not be carried out
 * again (contract: conventions §12, git §6).
 */
const movesRefs = (keyId: Sql): Sql => sql`exists (select 1 from ref_intents i where i.idempotency_key_id = ${keyId})`;

/** Rows of idempotency_keys. The unique index on identity and key decides which request is first. */
@Injectable()
export class IdempotencyKeysRepository {
  constructor(private readonly database: Database) {}

  /** Returns the row's id when `holder` acquires it: the key was free, its holder died, or its answer has expired. */
  async take({ identity, key, fingerprint }: KeyOfRequest, holder: string): Promise<number | null> {
    const row = await this.database.row(
      returning(
        TAKEN,
        sql`
          insert into idempotency_keys as held (identity, key, fingerprint, holder, leased_until, expires_at)
          values (${identity}, ${key}, ${fingerprint}, ${holder}, now() + ${LEASE_SECONDS} * interval '1 second',
                  now() + ${KEPT_HOURS} * interval '1 hour')
          on conflict (identity, key) do update
            set fingerprint = excluded.fingerprint, holder = excluded.holder, leased_until = excluded.leased_until,
                expires_at = excluded.expires_at, status = null, answer = null, location = null, is_carried_out = false
            where held.expires_at <= now()
              or (held.status is null and held.leased_until <= now() and not held.is_carried_out
                  and not ${movesRefs(sql`held.id`)})`,
      ),
    );
    return row?.id ?? null;
  }

  find({ identity, key }: KeyOfRequest): Promise<HeldKey | null> {
    return this.database.row(
      select(HELD_KEY_COLUMNS, sql`from idempotency_keys k where k.identity = ${identity} and k.key = ${key}`),
    );
  }

  async renew(id: number, holder: string): Promise<void> {
    await this.database.run(sql`
      update idempotency_keys set leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
      where id = ${id} and holder = ${holder} and status is null`);
  }

  /** Returns false when the lease was lost to another request. */
  async finish(id: number, holder: string, { status, answer, location }: SealedAnswer): Promise<boolean> {
    const changed = await this.database.run(sql`
      update idempotency_keys
      set status = ${status}, answer = ${answer}, location = ${location},
          expires_at = now() + ${KEPT_HOURS} * interval '1 hour'
      where id = ${id} and holder = ${holder} and status is null`);
    return changed > 0;
  }

  async release(id: number, holder: string): Promise<void> {
    await this.database.run(
      sql`
        delete from idempotency_keys
        where id = ${id} and holder = ${holder} and status is null and not is_carried_out
          and not ${movesRefs(sql`idempotency_keys.id`)}`,
    );
  }

  /** Deletes expired rows and returns their number. */
  sweep(): Promise<number> {
    return this.database.run(sql`delete from idempotency_keys where expires_at <= now()`);
  }
}
