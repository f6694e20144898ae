import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition } from '../../platform/database/list-query.js';
import type { Caller } from '../../core/access/caller.js';
import { levelInGroups, levelInProject, visibleProjects } from '../../core/access/levels.sql.js';
import type { Visibility } from '../../core/settings/visibility.js';
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

/** Which snippets a list shows. */
export type SnippetRange = 'own' | 'public' | 'all' | { readonly projectId: number };

const AUTHOR = sql`
  (select json_build_object('id', u.id, 'username', u.username, 'name', u.name, 'state', u.state)
     from users u where u.id = s.author_id)`;

const columns = (userId: number): Sql => sql`
  s.id, s.project_id as "projectId", r.path as "projectPath", coalesce(p.archived, false) as "projectArchived",
  s.title, s.description, s.visibility, ${AUTHOR} as author, s.files, o.storage, s.created_at as "createdAt",
  s.updated_at as "updatedAt",
  greatest(coalesce(${levelInProject(userId)}, 0), coalesce(${levelInGroups(userId)}, 0)) as level`;

const JOINS = sql`
  join repositories o on o.snippet_id = s.id
  left join projects p on p.id = s.project_id left join namespaces n on n.id = p.namespace_id
  left join routes r on r.project_id = p.id`;

/** Snippets (contract: core §8). */
@Injectable()
export class SnippetsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Whatever the caller may see of it; null for one that lost its owner. */
  find(id: number, viewer: Caller): Promise<Snippet | null> {
    return this.database.row<Snippet>(sql`
      select ${columns(viewer.userId)} from snippets s ${JOINS}
      where s.id = ${id} and ${IS_OWNED} and not coalesce(p.pending_delete, false)`);
  }

  page(range: SnippetRange, viewer: Caller, page: PageRequest): Promise<Page<Snippet>> {
    return this.lists.page(snippetList(viewer), [IS_OWNED, ...conditions(range, viewer)], { page });
  }

  async insert(snippet: NewSnippet): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into snippets (project_id, author_id, title, description, visibility, files)
      values (${snippet.projectId}, ${snippet.authorId}, ${snippet.title}, ${snippet.description},
              ${snippet.visibility}, ${[...snippet.files]}) returning id`);
    return row?.id ?? 0;
  }

  /** Holds the row until the end of the transaction; others may still refer to it. False when it is gone. */
  async lock(id: number): Promise<boolean> {
    return (await this.database.run(sql`select id from snippets where id = ${id} for no key update`)) > 0;
  }

  /** What is not given stays; null clears the description. */
  async update(id: number, { title, description, visibility, files }: SnippetChanges): Promise<void> {
    await this.database.run(sql`
      update snippets set title = coalesce(${title ?? null}, title), visibility = coalesce(${visibility ?? null}, visibility),
        description = case when ${description !== undefined} then ${description ?? null} else description end,
        files = coalesce(${files ? [...files] : null}::text[], files), updated_at = now() where id = ${id}`);
  }

  async delete(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from snippets where id = ${id}`)) > 0;
  }

  /** Personal ones whose author is gone. */
  async abandoned(limit: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      sql`select id from snippets where author_id is null and project_id is null order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Bytes of the snippets' repositories, by project id. */
  async sizes(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows<{ projectId: number; size: number }>(sql`
      select s.project_id as "projectId", sum(o.size_bytes)::bigint as size
      from snippets s join repositories o on o.snippet_id = s.id
      where s.project_id = any(${[...projectIds]}) group by s.project_id`);
    return new Map(rows.map(({ projectId, size }) => [projectId, size]));
  }
}

/** Personal snippets are deleted with their author; they are hidden until the sweep removes them. */
const IS_OWNED = sql`(s.author_id is not null or s.project_id is not null)`;
const isSeenProject = (viewer: Caller): Sql => {
  const visible = visibleProjects(viewer);
  const projects = visible ? sql`select p.id from projects p where not p.pending_delete and (${visible})` : null;
  return projects ? sql`s.project_id in (${projects})` : sql`true`;
};

function conditions(range: SnippetRange, viewer: Caller): Sql[] {
  switch (range) {
    case 'own':
      return [sql`s.author_id = ${viewer.userId}`, sql`s.project_id is null or ${isSeenProject(viewer)}`];
    case 'public':
      return [sql`s.visibility = 'public' and s.project_id is null`];
    case 'all':
      return [];
    default:
      return [sql`s.project_id = ${range.projectId}`, ofProject(viewer, range.projectId)];
  }
}

/** Members see all of a project they see, others what is open to them (contract: core §8). */
function ofProject(viewer: Caller, projectId: number): Sql {
  if (viewer.isAdmin) {
    return sql`true`;
  }
  const open = viewer.seesInternal ? sql`s.visibility <> 'private'` : sql`s.visibility = 'public'`;
  return sql`${open} or exists (
    select 1 from projects p join namespaces n on n.id = p.namespace_id
    where p.id = ${projectId} and coalesce(${levelInProject(viewer.userId)}, ${levelInGroups(viewer.userId)}) > 0)`;
}

function snippetList(viewer: Caller): ListDefinition<Snippet> {
  return {
    type: 'Snippet',
    select: columns(viewer.userId),
    from: sql`snippets s`,
    joins: { to: 's', sql: JOINS },
    id: { sql: sql`s.id`, of: (row) => row.id, type: 'bigint' },
    sorts: {},
    defaultSort: { by: 'id', direction: 'asc' },
  };
}
