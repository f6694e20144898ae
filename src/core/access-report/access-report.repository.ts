import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { bigint, integer, nullable, text, texts, timestamptz } from '../../platform/database/typed-sql.js';
import type { MemberContainer } from '../members/member.js';
import type { AccessEntry } from './access-entry.js';
import { memberAccess, tokenAccess } from './access-entries.sql.js';
import { AccessSource } from './access-source.sql.js';

/** What each {@link AccessSource} selects. */
const COLUMNS = {
  kind: text`e.kind`,
  id: bigint`e.id`,
  name: text`e.name`,
  level: nullable(integer`e.level`),
  scopes: texts`e.scopes`,
  createdAt: timestamptz`e.created_at`,
  lastUsedAt: nullable(timestamptz`e.last_used_at`),
  expiresAt: nullable(text`e.expires_at`),
};

const entriesOf = (union: Sql) =>
  listOf({
    type: 'AccessEntry',
    columns: COLUMNS,
    from: sql`(${union}) e`,
    id: { sql: sql`(e.kind, e.id)`, of: (row) => row.id, type: 'bigint' },
    sorts: {
      used: { sql: sql`coalesce(e.last_used_at, '-infinity')`, of: (row) => row.lastUsedAt, type: 'timestamptz' },
    },
    defaultSort: { by: 'used', direction: 'asc' },
    keyset: { allowed: false }, // the ids of its kinds overlap
  });

/** Everything that opens a project or group; modules with credentials of their own contribute theirs (contract: core §15.4). */
@Injectable()
export class AccessReportRepository {
  constructor(
    private readonly lists: Lists,
    private readonly contributions: Contributions,
  ) {}

  /** The least recently used first. */
  page(container: MemberContainer, page: PageRequest): Promise<Page<AccessEntry>> {
    const contributed = this.contributions.to(AccessSource).map((source) => source.select(container));
    const entries = join([memberAccess(container), tokenAccess(container), ...contributed], ' union all ');
    return this.lists.page(entriesOf(entries), [], { page });
  }
}
