import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { returning, select, timestamptz } from '../../platform/database/typed-sql.js';
import { SpamLogEntity } from './spam-log.entity.js';
import { hashOf } from './spam-subject.js';
import type { SpamSubject } from './spam-subject.js';

const CREATED = columnsOf(SpamLogEntity, 'l', 'id');

/** Refusals, written outside the transaction that they abort (contract: conventions §15). */
@Injectable()
export class SpamLogsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the id of the log, which is valid for an hour. */
  async add(subject: SpamSubject, verdict: string): Promise<number> {
    const row = await this.database.detached(() =>
      this.database.row(
        returning(
          CREATED,
          sql`
            insert into spam_logs as l (user_id, type, text_hash, verdict, expires_at)
            values (${subject.caller.userId}, ${subject.type}, ${hashOf(subject)}, ${verdict}, now() + interval '1 hour')`,
        ),
      ),
    );
    return row?.id ?? 0;
  }

  isUsable(id: number, subject: SpamSubject): Promise<boolean> {
    return this.database.detached(() =>
      this.database.exists(sql`select 1 from spam_logs where ${usable(id, subject)}`),
    );
  }

  /** One atomic update: of two requests with the same log only one gets true. */
  async consume(id: number, subject: SpamSubject): Promise<boolean> {
    const changed = await this.database.detached(() =>
      this.database.run(sql`update spam_logs set consumed_at = now() where ${usable(id, subject)}`),
    );
    return changed > 0;
  }

  /** Returns the creation time of the account, an input of the spam check. */
  async accountCreatedAt(userId: number): Promise<string | null> {
    const row = await this.database.row(
      select({ createdAt: timestamptz`u.created_at` }, sql`from users u where u.id = ${userId}`),
    );
    return row?.createdAt ?? null;
  }

  async sweep(): Promise<void> {
    await this.database.run(sql`delete from spam_logs where expires_at <= now()`);
  }
}

/** Logs of this user and type, for the same text, unexpired and unused; a block cannot be lifted. */
const usable = (id: number, subject: SpamSubject): Sql => sql`
  id = ${id} and user_id = ${subject.caller.userId} and type = ${subject.type} and text_hash = ${hashOf(subject)}
  and verdict = 'challenge' and consumed_at is null and expires_at > now()`;
