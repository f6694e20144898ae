import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { BASIC_USER_OF_OWNER } from '../../core/users/user.columns.js';
import { digestOf } from '../../platform/crypto/random.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition } from '../../platform/database/list-query.js';
import { LAST_USED } from './trigger.columns.js';
import type { LiveTrigger, Trigger, TriggerFields } from './trigger.js';

const SHOWN_CHARACTERS = 4;

const COLUMNS = sql`
  t.id, t.project_id as "projectId", t.owner_id as "ownerId", t.description, t.token, t.first_four as "firstFour",
  t.expires_at as "expiresAt", t.allowed_refs as "allowedRefs", t.allowed_variables as "allowedVariables",
  case when t.previous_valid_until > now() then t.previous_valid_until end as "previousValidUntil",
  ${LAST_USED} as "lastUsedAt", t.created_at as "createdAt", t.updated_at as "updatedAt",
  ${BASIC_USER_OF_OWNER} as owner`;
const JOIN = sql`left join users o on o.id = t.owner_id`;

/** With the path of its project, unless that is about to go. */
const LIVE_COLUMNS = sql`${COLUMNS}, r.path as "projectPath"`;
const LIVE_JOIN = sql`${JOIN}
  left join projects p on p.id = t.project_id and not p.pending_delete left join routes r on r.project_id = p.id`;

const TRIGGERS: ListDefinition<Trigger> = {
  type: 'Trigger',
  select: COLUMNS,
  from: sql`ci_triggers t`,
  joins: { to: 't', sql: JOIN },
  id: { sql: sql`t.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

function isLive(value: string): Sql {
  const digest = digestOf(value);
  return sql`
    (t.digest = ${digest} or t.previous_digest = ${digest} and t.previous_valid_until > now())
    and (t.expires_at is null or t.expires_at > now())`;
}

/** Trigger tokens: sealed for their creator, found by digest (contract: triggers §1, §13). */
@Injectable()
export class TriggersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly box: SecretBox,
  ) {}

  page(projectId: number, page: PageRequest): Promise<Page<Trigger>> {
    return this.lists.page(TRIGGERS, [sql`t.project_id = ${projectId}`], { page });
  }

  find(projectId: number, id: number): Promise<Trigger | null> {
    return this.database.row<Trigger>(sql`
      select ${COLUMNS} from ci_triggers t ${JOIN} where t.project_id = ${projectId} and t.id = ${id}`);
  }

  findLive(value: string): Promise<LiveTrigger | null> {
    return this.database.row<LiveTrigger>(
      sql`select ${LIVE_COLUMNS} from ci_triggers t ${LIVE_JOIN} where ${isLive(value)}`,
    );
  }

  /**
   * As {@link findLive}, held against deletion and rotation until the transaction ends (contract: triggers §12).
   */
  lockLive(value: string): Promise<LiveTrigger | null> {
    return this.database.row<LiveTrigger>(sql`
      select ${LIVE_COLUMNS} from ci_triggers t ${LIVE_JOIN} where ${isLive(value)} for key share of t`);
  }

  /** The project of an id or full path, whether or not the caller may see it; null when there is none. */
  async findProjectId(reference: string): Promise<number | null> {
    const id = /^\d{1,15}$/.test(reference) ? Number(reference) : null;
    const row = await this.database.row<{ id: number }>(sql`
      select p.id from projects p join routes r on r.project_id = p.id
      where not p.pending_delete
        and case when ${id}::bigint is not null then p.id = ${id} else lower(r.path) collate "C" = lower(${reference}) end`);
    return row?.id ?? null;
  }

  async insert(projectId: number, ownerId: number, fields: TriggerFields, value: string): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into ci_triggers (project_id, owner_id, description, token, digest, first_four, expires_at, allowed_refs,
                               allowed_variables)
      values (${projectId}, ${ownerId}, ${fields.description}, ${this.box.seal(value)}, ${digestOf(value)},
              ${value.slice(0, SHOWN_CHARACTERS)}, ${fields.expiresAt?.toISOString() ?? null},
              ${fields.allowedRefs}, ${fields.allowedVariables}) returning id`);
    return row?.id ?? 0;
  }

  async update(id: number, fields: TriggerFields): Promise<void> {
    await this.database.run(sql`
      update ci_triggers
      set description = ${fields.description}, expires_at = ${fields.expiresAt?.toISOString() ?? null},
          allowed_refs = ${fields.allowedRefs}, allowed_variables = ${fields.allowedVariables}, updated_at = now()
      where id = ${id}`);
  }

  /** The present value goes on for `keepSeconds`; the one before it ends. */
  async rotate(id: number, value: string, keepSeconds: number): Promise<void> {
    await this.database.run(sql`
      update ci_triggers
      set previous_digest = case when ${keepSeconds} > 0 then digest end,
          previous_valid_until = case when ${keepSeconds} > 0 then now() + ${keepSeconds} * interval '1 second' end,
          token = ${this.box.seal(value)}, digest = ${digestOf(value)},
          first_four = ${value.slice(0, SHOWN_CHARACTERS)}, updated_at = now()
      where id = ${id}`);
  }

  async delete(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from ci_triggers where id = ${id}`)) > 0;
  }
}
