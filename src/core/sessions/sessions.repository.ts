import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { digestOf } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { PLANNED_ANEW } from '../../platform/database/planned-anew.js';
import { bigint, boolean, bytea, nullable, returning, select, timestamptz } from '../../platform/database/typed-sql.js';
import { joinedAccount, JOINED_ACCOUNT } from '../access/account.columns.js';
import { noteUser } from '../access/use-notes.sql.js';
import { SessionEntity } from './session.entity.js';
import type { ProviderSession, ReturnTarget, Session, SessionRecord, SessionClient } from './session.js';

/** Idle time after which a session expires: anonymous, signed in, remembered (contract: oauth §2.2). */
const LIFE = sql`case when user_id is null then interval '2 hours'
  when is_remembered then interval '30 days' else interval '7 days' end`;
const LAST_TARGET = 9;

const SESSION_COLUMNS = {
  ...JOINED_ACCOUNT,
  ...columnsOf(SessionEntity, 's', 'isRemembered', 'signedInAt', 'returnTargets', 'providerSub', 'providerSid'),
  sessionId: bigint`s.id`,
  pendingUserId: nullable(bigint`case when s.pending_until > now() then s.pending_user_id end`),
  isDueForNote: boolean`s.last_seen_at < now() - interval '10 minutes'`,
};

/** For lists, which contain signed-in sessions only. */
const RECORD_COLUMNS = {
  ...columnsOf(SessionEntity, 's', 'id', 'isRemembered', 'lastSeenAt', 'expiresAt', 'address', 'userAgent'),
  signedInAt: timestamptz`s.signed_in_at`,
};

const SESSIONS = listOf({
  type: 'Session',
  columns: RECORD_COLUMNS,
  from: sql`sessions s${PLANNED_ANEW}`, // few users have so many that scanning by id would pay
  defaultSort: { by: 'id', direction: 'desc' },
});

const ID = columnsOf(SessionEntity, 's', 'id');
const USER_ID = columnsOf(SessionEntity, 's', 'userId');
const SHOWN_ONCE = { shownOnce: bytea`kept.shown_once` };

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async find(value: string): Promise<Session | null> {
    const row = await this.database.lookup(
      select(
        SESSION_COLUMNS,
        sql`from sessions s left join users u on u.id = s.user_id
          where s.digest = ${digestOf(value)} and s.expires_at > now()`,
      ),
    );
    if (!row) {
      return null;
    }
    const { sessionId: id, isRemembered, signedInAt, pendingUserId, returnTargets, isDueForNote } = row;
    const provider = row.providerSub === null ? null : { sub: row.providerSub, sid: row.providerSid };
    const facts = { isRemembered, signedInAt, pendingUserId, returnTargets, isDueForNote, provider };
    return { id, account: joinedAccount(row), ...facts };
  }

  /** Inserts an anonymous session, or one of `userId` who signs in now. */
  async insert(value: string, session: NewSession): Promise<number> {
    const { userId = null, isRemembered = false, returnTargets = [], provider = null, browser } = session;
    const row = await this.database.row(
      returning(
        ID,
        sql`
          insert into sessions as s (
            digest, user_id, is_remembered, signed_in_at, return_targets, address, user_agent, provider_sub,
            provider_sid, expires_at)
          select ${digestOf(value)}, user_id, is_remembered, case when user_id is not null then now() end,
                 ${JSON.stringify(returnTargets)}::jsonb, ${browser.address}, ${browser.userAgent},
                 ${provider?.sub ?? null}, ${provider?.sid ?? null}, now() + ${LIFE}
          from (select ${userId}::bigint as user_id, ${isRemembered}::boolean as is_remembered) given
          on conflict (digest) do update set last_seen_at = now() where s.user_id is null`,
      ),
    );
    return row?.id ?? 0;
  }

  /** Records a use at most once in ten minutes, outside the request's transaction. */
  noteUse(id: number, { address }: SessionClient): void {
    const note = this.database.detached(async () => {
      const noted = await this.database.row(
        returning(
          USER_ID,
          sql`
            update sessions s set last_seen_at = now(), expires_at = now() + ${LIFE}, address = ${address}
            where s.id = ${id} and s.last_seen_at < now() - interval '10 minutes'`,
        ),
      );
      if (noted && noted.userId !== null) {
        await this.database.run(noteUser(noted.userId));
      }
    });
    note.catch(() => undefined); // a failed update must not fail the request
  }

  /** Added in front, with the database's time, which sign-ins use as well; the oldest beyond ten are dropped. */
  async addReturnTarget(id: number, target: Omit<ReturnTarget, 'askedAt'>): Promise<void> {
    await this.database.run(sql`
      update sessions set return_targets = jsonb_path_query_array(
        jsonb_build_array(${JSON.stringify(target)}::jsonb
          || jsonb_build_object('askedAt', (extract(epoch from clock_timestamp()) * 1000)::bigint)) || return_targets, ${`$[0 to ${LAST_TARGET}]`}::jsonpath)
      where id = ${id}`);
  }

  /** See {@link ReturnTarget.isMet}. */
  async noteMetDemand(id: number, targetId: string): Promise<void> {
    await this.database.run(sql`
      update sessions set return_targets = (
        select jsonb_agg(case when t ->> 'id' = ${targetId} then t || '{"isMet": true}' else t end order by at)
        from jsonb_array_elements(return_targets) with ordinality as targets (t, at))
      where id = ${id} and jsonb_array_length(return_targets) > 0`);
  }

  async dropReturnTarget(id: number, targetId: string): Promise<void> {
    await this.database.run(sql`
      update sessions set return_targets = jsonb_path_query_array(
        return_targets, '$[*] ? (@.id != $id)', jsonb_build_object('id', ${targetId}::text))
      where id = ${id}`);
  }

  /** Only one is kept; a new one overwrites it. */
  async keepShownOnce(id: number, path: string, sealed: Buffer): Promise<void> {
    await this.database.run(sql`update sessions set shown_on = ${path}, shown_once = ${sealed} where id = ${id}`);
  }

  /** Returns null unless something is kept for this path; of concurrent calls only one gets it. */
  async takeShownOnce(id: number, path: string): Promise<Buffer | null> {
    const row = await this.database.row(
      returning(
        SHOWN_ONCE,
        sql`
          update sessions s set shown_on = null, shown_once = null
          from (select k.id, k.shown_once from sessions k where k.id = ${id} and k.shown_on = ${path} for update) kept
          where s.id = kept.id`,
      ),
    );
    return row?.shownOnce ?? null;
  }

  /**
   * Signs the current user out: otherwise the facts of this sign-in would apply to the earlier one as well, and its
   * identity provider could no longer end it.
   */
  async waitForSecondFactor(id: number, userId: number, { isRemembered, provider }: FirstFactor): Promise<void> {
    await this.database.run(sql`
      update sessions set user_id = null, signed_in_at = null, pending_user_id = ${userId}, pending_until = now() + interval '5 minutes',
        is_remembered = ${isRemembered}, provider_sub = ${provider?.sub ?? null},
        provider_sid = ${provider?.sid ?? null}
      where id = ${id}`);
  }

  /** Returns false when it was already gone. */
  async delete(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from sessions where id = ${id}`)) > 0;
  }

  /** Does nothing to a live session. */
  async deleteEnded(value: string): Promise<void> {
    await this.database.run(sql`delete from sessions where digest = ${digestOf(value)} and expires_at <= now()`);
  }

  /** Returns false when the user has no such session. */
  async deleteOwn(userId: number, id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from sessions where id = ${id} and user_id = ${userId}`)) > 0;
  }

  /** Includes incomplete sign-ins of this user. */
  async deleteAllOf(userId: number, except = 0): Promise<void> {
    await this.database.run(sql`
      delete from sessions where (user_id = ${userId} or pending_user_id = ${userId}) and id <> ${except}`);
  }

  /**
   * Deletes the sessions that match the identity provider's session, subject or both, including incomplete sign-ins.
   */
  async deleteOfProvider(sub: string | null, sid: string | null): Promise<void> {
    await this.database.run(sql`
      delete from sessions
      where provider_sub is not null and (${sub}::text is null or provider_sub = ${sub})
        and (${sid}::text is null or provider_sid = ${sid})`);
  }

  listOf(userId: number, page: PageRequest): Promise<Page<SessionRecord>> {
    return this.lists.page(SESSIONS, [sql`s.user_id = ${userId}`, sql`s.expires_at > now()`], { page });
  }

  allOf(userId: number): Promise<SessionRecord[]> {
    return this.database.rows(
      select(
        RECORD_COLUMNS,
        sql`from sessions s where s.user_id = ${userId} and s.expires_at > now() order by s.id desc limit 1000`,
      ),
    );
  }

  /**
   * Records a sign-in. Returns false when the account was blocked, or its password changed, since the password was
   * checked.
   */
  async noteSignIn(userId: number, passwordDigest: string | null): Promise<boolean> {
    const changed = await this.database.run(sql`
      update users set last_sign_in_at = coalesce(current_sign_in_at, now()), current_sign_in_at = now(),
        last_activity_on = (now() at time zone 'utc')::date, last_used_at = now()
      where id = ${userId} and state = 'active' and confirmed_at is not null
        and (${passwordDigest}::text is null or password_digest = ${passwordDigest})`);
    return changed > 0;
  }

  async sweep(): Promise<number> {
    return this.database.run(sql`delete from sessions where expires_at <= now()`);
  }
}

/** How the first factor was provided. */
export interface FirstFactor {
  readonly isRemembered: boolean;
  readonly provider: ProviderSession | null;
}

interface NewSession {
  readonly browser: SessionClient;
  readonly userId?: number;
  readonly isRemembered?: boolean;
  readonly returnTargets?: readonly ReturnTarget[];
  readonly provider?: ProviderSession | null;
}
