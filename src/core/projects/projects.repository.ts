import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import type { ListRequest } from '../../platform/database/list-query.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import { ListWindows } from '../../platform/database/list-windows.js';
import type { ChildLists, WindowedList } from '../../platform/database/list-windows.js';
import { bigint, select, text } from '../../platform/database/typed-sql.js';
import type { Caller } from '../access/caller.js';
import { LIVE_PROJECT } from '../access/levels.sql.js';
import type { Visibility } from '../settings/visibility.js';
import { PROJECT_JOINS, projectColumns } from './project.columns.js';
import { ProjectEntity } from './project.entity.js';
import type { Project } from './project.js';

export type ProjectChanges = Partial<Omit<ProjectEntity, 'id' | 'createdAt' | 'updatedAt'>>;

const ALL_PROJECTS_KEYSET = { orders: [{ by: 'id', directions: ['asc', 'desc'] }], plainIdFilters: true } as const;

@Injectable()
export class ProjectsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  find(id: number, viewer: Caller): Promise<Project | null> {
    return this.database.lookup(
      select(
        projectColumns(viewer.userId),
        sql`from projects p ${PROJECT_JOINS} where p.id = ${id} and ${LIVE_PROJECT}`,
      ),
    );
  }

  findByPath(path: string, viewer: Caller): Promise<Project | null> {
    return this.database.lookup(
      select(
        projectColumns(viewer.userId),
        sql`from projects p ${PROJECT_JOINS} where lower(r.path) collate "C" = lower(${path}) and ${LIVE_PROJECT}`,
      ),
    );
  }

  /** The existing projects among these ids, in no order. */
  findAll(ids: readonly number[], viewer: Caller): Promise<Project[]> {
    return this.database.rows(
      select(
        projectColumns(viewer.userId),
        sql`from projects p ${PROJECT_JOINS} where p.id = any(${[...ids]}::bigint[]) and ${LIVE_PROJECT}`,
      ),
    );
  }

  /** All projects, for GraphQL connections. */
  windowed(where: readonly ListCondition[], viewer: Caller): WindowedList<Project> {
    return this.windows.of(projectList(viewer), [LIVE_PROJECT, ...where]);
  }

  /** The projects of each of many groups, for GraphQL connections. */
  ofGroups(where: readonly Sql[], viewer: Caller): ChildLists<Project> {
    return this.windows.below(projectList(viewer), [LIVE_PROJECT, ...where]);
  }

  /** All projects; their keyset pagination is by id alone, with plain filters (contract: conventions §10). */
  pageOfAll(where: readonly ListCondition[], viewer: Caller, request: ListRequest): Promise<Page<Project>> {
    const list = { ...projectList(viewer), keyset: ALL_PROJECTS_KEYSET };
    return this.lists.page(list, [LIVE_PROJECT, ...where], request);
  }

  /** The projects of one namespace or user. */
  page(where: readonly ListCondition[], viewer: Caller, request: ListRequest): Promise<Page<Project>> {
    return this.lists.page(projectList(viewer), [LIVE_PROJECT, ...where], request);
  }

  insert(project: ProjectChanges): Promise<number> {
    return this.database.insert(ProjectEntity, project);
  }

  async update(id: number, changes: ProjectChanges): Promise<void> {
    await this.database.repository(ProjectEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  /** Locks the row for a change; false when it is gone. */
  lock(id: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from projects where id = ${id} and not pending_delete for update`);
  }

  /** The visibility of the group with this id, locked until the transaction ends; null for a personal namespace. */
  async holderVisibility(namespaceId: number): Promise<Visibility | null> {
    const row = await this.database.row(
      select({ visibility: text<Visibility>`g.visibility` }, sql`from groups g where g.id = ${namespaceId} for share`),
    );
    return row?.visibility ?? null;
  }

  async countInNamespace(namespaceId: number): Promise<number> {
    const row = await this.database.row(
      select(
        { count: bigint`count(*)` },
        sql`from projects where namespace_id = ${namespaceId} and not pending_delete`,
      ),
    );
    return row?.count ?? 0;
  }
}

const projectList = ({ userId }: Caller) =>
  listOf({
    type: 'Project',
    columns: projectColumns(userId),
    from: sql`projects p`,
    joins: { to: 'p', sql: PROJECT_JOINS },
    sorts: {
      name: 'name',
      path: 'path',
      created_at: 'createdAt',
      updated_at: 'updatedAt',
      last_activity_at: 'lastActivityAt',
    },
    defaultSort: { by: 'created_at', direction: 'desc' },
  });
