import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { countersOf } from '../../platform/counters/counters-of.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { select } from '../../platform/database/typed-sql.js';
import type { Caller } from '../../core/access/caller.js';
import { levelInGroups, levelInProject, visibleProjects } from '../../core/access/levels.sql.js';
import type { Visibility } from '../../core/settings/visibility.js';
import { SNIPPET_JOINS, snippetColumns } from './snippet.columns.js';
import { SnippetEntity } from './snippet.entity.js';
import type { Snippet } from './snippet.js';

export interface NewSnippet {
  readonly projectId: number | null;
  readonly authorId: number;
  readonly title: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly files: readonly string[];
}

export type SnippetChanges = Partial<Pick<NewSnippet, 'title' | 'description' | 'visibility' | 'files'>>;

/** The snippets that a list shows. */
export type SnippetRange = 'own' | 'public' | 'all' | { readonly projectId: number };

/** Snippets (contract: core §8). */
@Injectable()
export class SnippetsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Finds a snippet whatever the viewer may see; null for a personal snippet whose author was deleted. */
  find(id: number, viewer: Caller): Promise<Snippet | null> {
    return this.database.row(
      select(
        snippetColumns(viewer.userId),
        sql`from snippets s ${SNIPPET_JOINS}
          where s.id = ${id} and ${IS_OWNED} and not coalesce(p.pending_delete, false)`,
      ),
    );
  }

  page(range: SnippetRange, viewer: Caller, page: PageRequest): Promise<Page<Snippet>> {
    return this.lists.page(snippetList(viewer), [IS_OWNED, ...conditions(range, viewer)], { page });
  }

  insert(snippet: NewSnippet): Promise<number> {
    return this.database.insert(SnippetEntity, snippet);
  }

  /** Locks the row until the end of the transaction, but permits references to it. Returns false if it is gone. */
  lock(id: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from snippets where id = ${id} for no key update`);
  }

  /** Absent fields keep their values; null clears the description. */
  async update(id: number, changes: SnippetChanges): Promise<void> {
    await this.database.repository(SnippetEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(SnippetEntity).delete(id);
    return affected === 1;
  }

  /** Personal snippets whose author was deleted. */
  async abandoned(limit: number): Promise<number[]> {
    const rows = await this.database.rows(
      select(
        columnsOf(SnippetEntity, 's', 'id'),
        sql`from snippets s where s.author_id is null and s.project_id is null order by s.id limit ${limit}`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Returns sizes in bytes of the snippets' repositories, by project id. */
  sizes(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countersOf(this.database, 'snippet_bytes', projectIds);
  }
}

/** Excludes personal snippets whose author was deleted; they are hidden until the sweep removes them. */
const IS_OWNED = sql`(s.author_id is not null or s.project_id is not null)`;
/**
 * Evaluated per row, so that a page only needs the projects of its own rows. A project that awaits its deletion is not
 * visible (contract: core §10).
 */
const isSeenProject = (viewer: Caller): Sql =>
  sql`(select ${visibleProjects(viewer) ?? sql`true`} from projects p where p.id = s.project_id and not p.pending_delete)`;

function conditions(range: SnippetRange, viewer: Caller): Sql[] {
  const isPersonalOrSeen = sql`s.project_id is null or ${isSeenProject(viewer)}`;
  switch (range) {
    case 'own':
      return [sql`s.author_id = ${viewer.userId}`, isPersonalOrSeen];
    case 'public':
      return [sql`s.visibility = 'public' and s.project_id is null`];
    case 'all':
      return [isPersonalOrSeen];
    default:
      return [sql`s.project_id = ${range.projectId}`, ofProject(viewer, range.projectId)];
  }
}

/** Members of a project see all of its snippets; others see those that are open to them (contract: core §8). */
function ofProject(viewer: Caller, projectId: number): Sql {
  if (viewer.isAdmin) {
    return sql`true`;
  }
  const open = viewer.seesInternal ? sql`s.visibility <> 'private'` : sql`s.visibility = 'public'`;
  return sql`${open} or exists (
    select 1 from projects p join namespaces n on n.id = p.namespace_id
    where p.id = ${projectId} and coalesce(${levelInProject(viewer.userId)}, ${levelInGroups(viewer.userId)}) > 0)`;
}

const snippetList = (viewer: Caller) =>
  listOf({
    type: 'Snippet',
    columns: snippetColumns(viewer.userId),
    from: sql`snippets s`,
    joins: { to: 's', sql: SNIPPET_JOINS },
    defaultSort: { by: 'id', direction: 'asc' },
  });
