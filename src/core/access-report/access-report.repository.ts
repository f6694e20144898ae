import { Injectable } from '@nestjs/common';
import sql, { empty, join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { limitOf, listOf, Lists, offsetOf } from '../../platform/database/list-query.js';
import { PLANNED_ANEW } from '../../platform/database/planned-anew.js';
import { bigint, integer, nullable, text, texts, timestamptz } from '../../platform/database/typed-sql.js';
import type { MemberContainer } from '../members/member.js';
import type { AccessEntry } from './access-entry.js';
import { memberAccess, tokenAccess } from './access-entries.sql.js';
import { AccessSource } from './access-source.sql.js';

/** The columns that each {@link AccessSource} selects. */
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

const LAST_USE = sql`coalesce(e.last_used_at, '-infinity')`;

const entriesIn = (source: Sql): Sql =>
  sql`(${source}) e (kind, id, name, level, scopes, created_at, last_used_at, expires_at)`;

/** Reads no more of each source than the page may need, in the order of an index if there is one. */
function entriesOf(sources: readonly Sql[], page: PageRequest) {
  const cut = page.kind === 'offset' ? limitOf(offsetOf(page) + page.perPage + 1) : empty;
  const first = sources.map(
    (source) => sql`(select e.* from ${entriesIn(source)} order by ${LAST_USE}, e.kind, e.id ${cut})`,
  );
  return listOf({
    type: 'AccessEntry',
    columns: COLUMNS,
    from: sql`(${join(first, ' union all ')}) e${PLANNED_ANEW}`,
    counted: entriesIn(sql`${join(sources, ' union all ')}${PLANNED_ANEW}`),
    isDerived: true,
    id: { sql: sql`(e.kind, e.id)`, of: (row) => row.id, type: 'bigint' },
    sorts: { used: { sql: LAST_USE, of: (row) => row.lastUsedAt, type: 'timestamptz' } },
    defaultSort: { by: 'used', direction: 'asc' },
    keyset: { allowed: false }, // ids of different kinds overlap
  });
}

/**
 * Everything that gives access to a project or group; modules with their own credentials contribute them (contract:
 * core §15.4).
 */
@Injectable()
export class AccessReportRepository {
  constructor(
    private readonly lists: Lists,
    private readonly contributions: Contributions,
  ) {}

  /** Returns a page, least recently used first. */
  page(container: MemberContainer, page: PageRequest): Promise<Page<AccessEntry>> {
    const contributed = this.contributions.to(AccessSource).map((source) => source.select(container));
    const sources = [memberAccess(container), tokenAccess(container), ...contributed];
    return this.lists.page(entriesOf(sources, page), [], { page });
  }
}
