import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../platform/database/list-query.js';
import type { Caller } from '../access/caller.js';
import type { Visibility } from '../settings/visibility.js';
import { ProjectEntity } from './project.entity.js';
import { PROJECT_JOINS, projectColumns } from './project.columns.js';
import type { Project } from './project.js';

export type ProjectChanges = Partial<Omit<ProjectEntity, 'id' | 'createdAt' | 'updatedAt'>>;

const LIVE_PROJECT = sql`not p.pending_delete`;
const ALL_PROJECTS_KEYSET = { orders: [{ by: 'id', directions: ['asc', 'desc'] }], plainIdFilters: true } as const;

@Injectable()
export class ProjectsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(id: number, viewer: Caller): Promise<Project | null> {
    return this.database.row<Project>(
      sql`select ${projectColumns(viewer.userId)} from projects p ${PROJECT_JOINS} where p.id = ${id} and not p.pending_delete`,
    );
  }

  findByPath(path: string, viewer: Caller): Promise<Project | null> {
    return this.database.row<Project>(sql`
      select ${projectColumns(viewer.userId)} from projects p ${PROJECT_JOINS}
      where lower(r.path) collate "C" = lower(${path}) and not p.pending_delete`);
  }

  /** All projects; their keyset pagination is by id alone, with plain filters (contract: conventions §10). */
  pageOfAll(where: readonly Sql[], viewer: Caller, request: ListRequest): Promise<Page<Project>> {
    const list = { ...projectList(viewer), keyset: ALL_PROJECTS_KEYSET };
    return this.lists.page(list, [LIVE_PROJECT, ...where], request);
  }

  /** The projects of one namespace or user. */
  page(where: readonly Sql[], viewer: Caller, request: ListRequest): Promise<Page<Project>> {
    return this.lists.page(projectList(viewer), [LIVE_PROJECT, ...where], request);
  }

  async insert(project: ProjectChanges): Promise<number> {
    const { identifiers } = await this.database.repository(ProjectEntity).insert(project);
    return Number(identifiers[0]?.id);
  }

  async update(id: number, changes: ProjectChanges): Promise<void> {
    await this.database.repository(ProjectEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  /** Locks the row for a change; false when it is gone. */
  async lock(id: number): Promise<boolean> {
    return (
      (await this.database.row(sql`select 1 from projects where id = ${id} and not pending_delete for update`)) !== null
    );
  }

  /** How open the holding group is, held so until the transaction ends; null in a personal namespace. */
  async holderVisibility(namespaceId: number): Promise<Visibility | null> {
    const row = await this.database.row<{ visibility: Visibility }>(
      sql`select visibility from groups where id = ${namespaceId} for share`,
    );
    return row?.visibility ?? null;
  }

  async countInNamespace(namespaceId: number): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      sql`select count(*) from projects where namespace_id = ${namespaceId} and not pending_delete`,
    );
    return row?.count ?? 0;
  }
}

function projectList(viewer: Caller): ListDefinition<Project> {
  return {
    type: 'Project',
    select: projectColumns(viewer.userId),
    from: sql`projects p`,
    joins: { to: 'p', sql: PROJECT_JOINS },
    id: { sql: sql`p.id`, of: (row) => row.id, type: 'bigint' },
    sorts: {
      name: { sql: sql`p.name`, of: (row) => row.name, type: 'text' },
      path: { sql: sql`p.path`, of: (row) => row.path, type: 'text' },
      created_at: { sql: sql`p.created_at`, of: (row) => row.createdAt, type: 'timestamptz' },
      updated_at: { sql: sql`p.updated_at`, of: (row) => row.updatedAt, type: 'timestamptz' },
      last_activity_at: { sql: sql`p.last_activity_at`, of: (row) => row.lastActivityAt, type: 'timestamptz' },
    },
    defaultSort: { by: 'created_at', direction: 'desc' },
  };
}
