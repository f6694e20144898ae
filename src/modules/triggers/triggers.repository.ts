import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { ProjectEntity } from '../../core/projects/project.entity.js';
import { digestOf } from '../../platform/crypto/random.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../platform/database/list-windows.js';
import type { ChildLists } from '../../platform/database/list-windows.js';
import { select } from '../../platform/database/typed-sql.js';
import { LIVE_TRIGGER_COLUMNS, LIVE_TRIGGER_JOIN, TRIGGER_COLUMNS, TRIGGER_JOIN } from './trigger.columns.js';
import { TriggerEntity } from './trigger.entity.js';
import type { LiveTrigger, Trigger, TriggerFields } from './trigger.js';

const SHOWN_CHARACTERS = 4;
const PROJECT = columnsOf(TriggerEntity, 't', 'projectId');

const TRIGGERS = listOf({
  type: 'Trigger',
  columns: TRIGGER_COLUMNS,
  from: sql`ci_triggers t`,
  joins: { to: 't', sql: TRIGGER_JOIN },
  defaultSort: { by: 'id', direction: 'asc' },
});

function isLive(value: string): Sql {
  const digest = digestOf(value);
  return sql`
    (t.digest = ${digest} or t.previous_digest = ${digest} and t.previous_valid_until > now())
    and (t.expires_at is null or t.expires_at > now())`;
}

const callsOf = (id: Sql): Sql => sql`hashtextextended('calls with trigger ' || ${id}, 0)`;

/** Trigger tokens: sealed for their creator, looked up by digest (contract: triggers §1, §13). */
@Injectable()
export class TriggersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
    private readonly box: SecretBox,
  ) {}

  page(projectId: number, page: PageRequest): Promise<Page<Trigger>> {
    return this.lists.page(TRIGGERS, [sql`t.project_id = ${projectId}`], { page });
  }

  /** Trigger tokens of each of many projects. */
  ofProjects(): ChildLists<Trigger> {
    return this.windows.below(TRIGGERS, [sql`t.project_id = ${PARENT}`]);
  }

  /** Returns the id of the token's project. */
  async projectOf(id: number): Promise<number | undefined> {
    const row = await this.database.row(select(PROJECT, sql`from ci_triggers t where t.id = ${id}`));
    return row?.projectId;
  }

  find(projectId: number, id: number): Promise<Trigger | null> {
    return this.database.row(
      select(
        TRIGGER_COLUMNS,
        sql`from ci_triggers t ${TRIGGER_JOIN} where t.project_id = ${projectId} and t.id = ${id}`,
      ),
    );
  }

  /**
   * Like {@link find}, but locks the row against other changes until the transaction ends; calls with the token do not
   * wait.
   */
  lock(projectId: number, id: number): Promise<Trigger | null> {
    return this.database.row(
      select(
        TRIGGER_COLUMNS,
        sql`from ci_triggers t ${TRIGGER_JOIN} where t.project_id = ${projectId} and t.id = ${id} for no key update of t`,
      ),
    );
  }

  /** Waits for calls that hold the token by {@link lockLive}; must precede every lock of the token's row. */
  async awaitCalls(id: number): Promise<void> {
    await this.database.run(sql`select pg_advisory_xact_lock(${callsOf(sql`${id}::bigint`)})`);
  }

  findLive(value: string): Promise<LiveTrigger | null> {
    return this.database.lookup(
      select(LIVE_TRIGGER_COLUMNS, sql`from ci_triggers t ${LIVE_TRIGGER_JOIN} where ${isLive(value)}`),
    );
  }

  /**
   * Like {@link findLive}, but protects the token from deletion and rotation until the transaction ends (contract:
   * triggers §12). New calls queue behind a waiting deletion or rotation: with shared row locks alone, calls could
   * overtake it indefinitely.
   */
  async lockLive(value: string): Promise<LiveTrigger | null> {
    await this.database.runWithNext(sql`
      select pg_advisory_xact_lock_shared(${callsOf(sql`t.id`)}) from ci_triggers t where ${isLive(value)}`);
    return this.database.row(
      select(
        LIVE_TRIGGER_COLUMNS,
        sql`from ci_triggers t ${LIVE_TRIGGER_JOIN} where ${isLive(value)} for key share of t`,
      ),
    );
  }

  /** Returns the project with that id or full path, whether or not the caller may see it; null if there is none. */
  async findProjectId(reference: string): Promise<number | null> {
    const id = /^\d{1,15}$/.test(reference) ? Number(reference) : null;
    const row = await this.database.row(
      select(
        columnsOf(ProjectEntity, 'p', 'id'),
        sql`from projects p join routes r on r.project_id = p.id
          where not p.pending_delete and
            case when ${id}::bigint is not null then p.id = ${id} else lower(r.path) collate "C" = lower(${reference}) end`,
      ),
    );
    return row?.id ?? null;
  }

  insert(projectId: number, ownerId: number, fields: TriggerFields, value: string): Promise<number> {
    const row = { ...columnsFor(fields), ...this.secretColumns(value), projectId, ownerId };
    return this.database.insert(TriggerEntity, row);
  }

  async update(id: number, fields: TriggerFields): Promise<void> {
    await this.database.repository(TriggerEntity).update(id, { ...columnsFor(fields), updatedAt: () => 'now()' });
  }

  /**
   * Replaces the value. The current value stays valid for `keepSeconds`; an older one ends. Uses a single statement,
   * because updating the row twice in a transaction locks the project and the owner, which other transactions lock
   * before the row.
   */
  async rotate(id: number, value: string, keepSeconds: number, { expiresAt }: TriggerFields): Promise<void> {
    const { token, digest, firstFour } = this.secretColumns(value);
    await this.database.run(sql`
      update ci_triggers
      set previous_digest = case when ${keepSeconds} > 0 then digest end,
          previous_valid_until = case when ${keepSeconds} > 0 then now() + ${keepSeconds} * interval '1 second' end,
          token = ${token}, digest = ${digest}, first_four = ${firstFour},
          expires_at = ${expiresAt?.toISOString() ?? null}, updated_at = now()
      where id = ${id}`);
  }

  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(TriggerEntity).delete(id);
    return affected === 1;
  }

  private secretColumns(value: string): Pick<TriggerEntity, 'token' | 'digest' | 'firstFour'> {
    return { token: this.box.seal(value), digest: digestOf(value), firstFour: value.slice(0, SHOWN_CHARACTERS) };
  }
}

const columnsFor = ({ expiresAt, ...fields }: TriggerFields) => ({
  ...fields,
  expiresAt: expiresAt?.toISOString() ?? null,
});
