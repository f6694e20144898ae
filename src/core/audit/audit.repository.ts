import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { select, text } from '../../platform/database/typed-sql.js';
import { AuditEventEntity } from './audit-event.entity.js';
import type { AuditDetails, AuditedEntity, AuditEvent, ChainedEvent } from './audit-event.js';

const CHAIN_COLUMNS = columnsOf(AuditEventEntity, 'e');
const COLUMNS = columnsOf(
  AuditEventEntity,
  'e',
  'id',
  'authorId',
  'entityId',
  'entityType',
  'entityPath',
  'details',
  'createdAt',
);

const EVENTS = listOf({
  type: 'AuditEvent',
  columns: COLUMNS,
  from: sql`audit_events e`,
  defaultSort: { by: 'id', direction: 'desc' },
});

/** Position of an event in the chain. */
export interface Seal {
  readonly id: number;
  readonly position: number;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

/** System account that is shown as the author for deleted accounts. */
const GHOST = 'ghost';
const GROUP_KEYSET = { orders: [{ by: 'id', directions: ['desc'] }] } as const;

@Injectable()
export class AuditRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async insert(authorId: number, entity: AuditedEntity, details: AuditDetails): Promise<void> {
    await this.database.runWithNext(sql`
      insert into audit_events (author_id, entity_type, entity_id, entity_path, group_ids, details)
      values (${authorId}, ${entity.type}, ${entity.id}, ${entity.path}, ${[...entity.groupIds]}, ${JSON.stringify(details)}::jsonb)`);
  }

  /** Returns the user name of the administrator who created an impersonation token. */
  async impersonator(tokenId: number): Promise<string> {
    const maker = await this.database.row(
      select(
        { username: text`u.username` },
        sql`from access_tokens t join users u on u.id = t.created_by where t.id = ${tokenId}`,
      ),
    );
    return maker?.username ?? GHOST;
  }

  /** Lists of one group have keyset pagination only in their own order (contract: conventions §10). */
  pageOfGroup(where: readonly Sql[], page: PageRequest): Promise<Page<AuditEvent>> {
    return this.lists.page({ ...EVENTS, keyset: GROUP_KEYSET }, where, { page });
  }

  page(where: readonly Sql[], page: PageRequest): Promise<Page<AuditEvent>> {
    return this.lists.page(EVENTS, where, { page });
  }

  find(id: number, where: readonly Sql[]): Promise<AuditEvent | null> {
    const conditions = where.reduce((all, condition) => sql`${all} and (${condition})`, sql`e.id = ${id}`);
    return this.database.row(select(COLUMNS, sql`from audit_events e where ${conditions}`));
  }

  /** Returns up to `limit` events after `afterId`, ordered by id. */
  after(afterId: number, where: readonly Sql[], limit: number): Promise<AuditEvent[]> {
    const conditions = where.reduce((all, condition) => sql`${all} and (${condition})`, sql`e.id > ${afterId}`);
    return this.database.rows(
      select(COLUMNS, sql`from audit_events e where ${conditions} order by e.id limit ${limit}`),
    );
  }

  lockChain(): Promise<void> {
    return this.database.lockByNumber(CHAIN_LOCK);
  }

  /** Returns the last sealed row. */
  head(): Promise<ChainedEvent | null> {
    return this.database.row(
      select(
        CHAIN_COLUMNS,
        sql`from audit_events e where e.chain_position is not null order by e.chain_position desc limit 1`,
      ),
    );
  }

  unsealed(limit: number): Promise<ChainedEvent[]> {
    return this.database.rows(
      select(CHAIN_COLUMNS, sql`from audit_events e where e.chain_position is null order by e.id limit ${limit}`),
    );
  }

  sealed(afterPosition: number, limit: number): Promise<ChainedEvent[]> {
    return this.database.rows(
      select(
        CHAIN_COLUMNS,
        sql`from audit_events e where e.chain_position > ${afterPosition} order by e.chain_position limit ${limit}`,
      ),
    );
  }

  async seal(seals: readonly Seal[]): Promise<void> {
    const each = <K extends keyof Seal>(key: K) => seals.map((seal) => seal[key]);
    await this.database.run(sql`
      update audit_events e set chain_position = s.position, prev_hash = s.prev_hash, hash = s.hash
      from unnest(${each('id')}::bigint[], ${each('position')}::bigint[], ${each('prevHash')}::bytea[],
                  ${each('hash')}::bytea[]) as s (id, position, prev_hash, hash)
      where e.id = s.id`);
  }
}

const CHAIN_LOCK = 7_310_003;
