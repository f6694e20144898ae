import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { LIVE_GROUP } from '../../../core/access/levels.sql.js';
import { NamespaceEntity } from '../../../core/namespaces/namespace.entity.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { boolean, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ScimTokenEntity } from './scim-token.entity.js';
import type { PresentedScimToken, ScimToken } from './scim-token.js';
import { USE_NOTE_DUE } from '../../../core/access/use-notes.sql.js';

const NOT_REVOKED = sql`t.revoked_at is null`;
const NOT_EXPIRED = sql`(t.expires_at is null or t.expires_at > (now() at time zone 'utc')::date)`;

const COLUMNS = columnsOf(
  ScimTokenEntity,
  't',
  'id',
  'name',
  'defaultAccessLevel',
  'expiresAt',
  'createdAt',
  'lastUsedAt',
);
const PRESENTED = {
  ...columnsOf(ScimTokenEntity, 't', 'id', 'defaultAccessLevel', 'groupId'),
  ...columnsOf(NamespaceEntity, 'n', 'traversalIds', 'parentId'),
  fullPath: text`r.path`,
};
const PRESENTED_FROM = sql`
  from scim_tokens t join groups g on g.id = t.group_id and ${LIVE_GROUP} join namespaces n on n.id = g.id
  join routes r on r.namespace_id = g.id`;

const presented = ({ id, defaultAccessLevel, groupId, ...group }: RowOf<typeof PRESENTED>): PresentedScimToken => ({
  id,
  defaultAccessLevel,
  group: {
    id: groupId,
    fullPath: group.fullPath,
    traversalIds: group.traversalIds,
    isTopGroup: group.parentId === null,
  },
});

const SCIM_TOKENS = listOf({
  type: 'ScimToken',
  columns: COLUMNS,
  from: sql`scim_tokens t`,
  defaultSort: { by: 'id', direction: 'asc' },
});

@Injectable()
export class ScimTokensRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(groupId: number, page: PageRequest): Promise<Page<ScimToken>> {
    return this.lists.page(SCIM_TOKENS, [sql`t.group_id = ${groupId}`, NOT_REVOKED], { page });
  }

  find(groupId: number, id: number): Promise<ScimToken | null> {
    return this.database.row(
      select(COLUMNS, sql`from scim_tokens t where t.id = ${id} and t.group_id = ${groupId} and ${NOT_REVOKED}`),
    );
  }

  /** Returns the live token with this value and its group. */
  async findBySecret(secret: string): Promise<PresentedScimToken | null> {
    const row = await this.database.row(
      select(
        PRESENTED,
        sql`${PRESENTED_FROM} where t.digest = ${digestOf(secret)} and ${NOT_REVOKED} and ${NOT_EXPIRED}`,
      ),
    );
    return row && presented(row);
  }

  /** Returns a token of the group as needed by the protocol, expired or not. */
  async findPresented(groupId: number, id: number): Promise<(PresentedScimToken & { isExpired: boolean }) | null> {
    const row = await this.database.row(
      select(
        { ...PRESENTED, isExpired: boolean`not ${NOT_EXPIRED}` },
        sql`${PRESENTED_FROM} where t.id = ${id} and t.group_id = ${groupId} and ${NOT_REVOKED}`,
      ),
    );
    return row && { ...presented(row), isExpired: row.isExpired };
  }

  insert(
    token: Pick<ScimTokenEntity, 'groupId' | 'name' | 'defaultAccessLevel' | 'expiresAt' | 'createdBy'>,
    secret: string,
  ): Promise<number> {
    return this.database.insert(ScimTokenEntity, { ...token, digest: digestOf(secret) });
  }

  /** Returns false when it was already revoked. */
  async revoke(id: number): Promise<boolean> {
    const revoked = await this.database.run(
      sql`update scim_tokens set revoked_at = now() where id = ${id} and revoked_at is null`,
    );
    return revoked > 0;
  }

  /** Records a use at most once in ten minutes, outside the request's transaction (contract: conventions §6.2). */
  noteUse(id: number): void {
    const note = this.database.detached(() =>
      this.database.run(sql`
        update scim_tokens set last_used_at = now()
        where id = ${id} and ${USE_NOTE_DUE}`),
    );
    note.catch(() => undefined); // a failed update must not fail the request
  }
}
