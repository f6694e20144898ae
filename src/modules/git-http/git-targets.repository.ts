import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { levelInGroups, levelInProject } from '../../core/access/levels.sql.js';
import { GroupEntity } from '../../core/groups/group.entity.js';
import { GROUPS_ABOVE } from '../../core/access/groups-above.columns.js';
import { NamespaceEntity } from '../../core/namespaces/namespace.entity.js';
import { ProjectEntity } from '../../core/projects/project.entity.js';
import { isMoreOpen } from '../../core/settings/visibility.js';
import type { Visibility } from '../../core/settings/visibility.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { bigint, boolean, integer, nullable, optional, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import type { GitTarget } from './git-target.js';

const groupLevel = (userId: number) => nullable(integer`${levelInGroups(userId)}`);

const projectColumns = (userId: number) => ({
  ...columnsOf(ProjectEntity, 'p', 'id', 'visibility', 'archived', 'defaultBranch'),
  groupIds: GROUPS_ABOVE,
  own: nullable(integer`${levelInProject(userId)}`),
  byGroups: groupLevel(userId),
});

const snippetColumns = (userId: number) => ({
  id: bigint`s.id`,
  projectId: nullable(bigint`s.project_id`),
  visibility: text<Visibility>`s.visibility`,
  projectVisibility: optional(columnsOf(ProjectEntity, 'p', 'visibility')).visibility,
  archived: boolean`coalesce(p.archived, false)`,
  isAuthor: nullable(boolean`s.author_id = ${userId}`),
  groupIds: GROUPS_ABOVE,
  own: nullable(integer`${levelInProject(userId)}`),
  byGroups: groupLevel(userId),
});

const groupColumns = (userId: number) => ({
  ...columnsOf(GroupEntity, 'g', 'id', 'visibility'),
  groupIds: columnsOf(NamespaceEntity, 'n', 'traversalIds').traversalIds,
  byGroups: groupLevel(userId),
});

type ProjectRow = RowOf<ReturnType<typeof projectColumns>>;
type SnippetRow = RowOf<ReturnType<typeof snippetColumns>>;

const INITIAL_BRANCH = 'main';

/** Finds the targets of git addresses; paths are matched case-insensitively (contract: git §5.1). */
@Injectable()
export class GitTargetsRepository {
  constructor(private readonly database: Database) {}

  async findProject(path: string, userId: number, type: 'code' | 'wiki'): Promise<GitTarget | null> {
    const row = await this.database.lookup(
      select(
        projectColumns(userId),
        sql`from routes r join projects p on p.id = r.project_id join namespaces n on n.id = p.namespace_id
          where lower(r.path) collate "C" = lower(${path}) and not p.pending_delete`,
      ),
    );
    return row && projectTarget(row, type);
  }

  /** Finds any snippet, or only one below the project of that path (contract: git §5.1). */
  async findSnippet(id: number, projectPath: string | null, userId: number): Promise<GitTarget | null> {
    const row = await this.database.lookup(
      select(
        snippetColumns(userId),
        sql`from snippets s left join projects p on p.id = s.project_id
            left join namespaces n on n.id = p.namespace_id left join routes r on r.project_id = p.id
          where s.id = ${id} and not coalesce(p.pending_delete, false)
            and (s.author_id is not null or s.project_id is not null)
            and ${projectPath === null ? sql`true` : sql`lower(r.path) = lower(${projectPath})`}`,
      ),
    );
    return row && snippetTarget(row);
  }

  async findGroupWiki(path: string, userId: number): Promise<GitTarget | null> {
    const row = await this.database.lookup(
      select(
        groupColumns(userId),
        sql`from routes r join namespaces n on n.id = r.namespace_id join groups g on g.id = n.id
          where lower(r.path) collate "C" = lower(${path}) and not g.pending_delete`,
      ),
    );
    if (!row) {
      return null;
    }
    const { id, byGroups, ...group } = row;
    return {
      ...group,
      container: { groupId: id },
      type: 'wiki',
      archived: false,
      level: byGroups ?? 0,
      isAuthor: false,
      defaultBranch: INITIAL_BRANCH,
      projectId: null,
    };
  }
}

function projectTarget({ id, own, byGroups, defaultBranch, ...project }: ProjectRow, type: 'code' | 'wiki'): GitTarget {
  return {
    ...project,
    container: { projectId: id },
    type,
    level: Math.max(own ?? 0, byGroups ?? 0),
    isAuthor: false,
    defaultBranch: (type === 'code' ? defaultBranch : null) ?? INITIAL_BRANCH,
    projectId: id,
  };
}

/**
 * The snippet is as visible as itself or its project, whichever is less; the author of a project's snippet must be able
 * to see the project.
 */
function snippetTarget(row: SnippetRow): GitTarget {
  const { id, projectId, projectVisibility, own, byGroups, isAuthor, ...snippet } = row;
  const level = Math.max(own ?? 0, byGroups ?? 0);
  const isCloser = projectVisibility !== null && isMoreOpen(snippet.visibility, projectVisibility);
  return {
    ...snippet,
    visibility: isCloser ? projectVisibility : snippet.visibility,
    container: { snippetId: id },
    type: 'snippet',
    level,
    isAuthor: isAuthor === true && (projectId === null || level > 0),
    defaultBranch: INITIAL_BRANCH,
    projectId,
  };
}
