import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { levelInGroups, levelInProject } from '../../core/access/levels.sql.js';
import { isMoreOpen } from '../../core/settings/visibility.js';
import type { Visibility } from '../../core/settings/visibility.js';
import { Database } from '../../platform/database/database.js';
import type { GitTarget } from './git-target.js';

interface ProjectRow {
  readonly id: number;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly defaultBranch: string | null;
  readonly storage: string;
  readonly groupIds: readonly number[];
  readonly own: number | null;
  readonly byGroups: number | null;
}

interface GroupRow {
  readonly id: number;
  readonly visibility: Visibility;
  readonly storage: string;
  readonly groupIds: readonly number[];
  readonly byGroups: number | null;
}

interface SnippetRow {
  readonly id: number;
  readonly projectId: number | null;
  readonly visibility: Visibility;
  readonly projectVisibility: Visibility | null;
  readonly archived: boolean;
  readonly storage: string;
  readonly isAuthor: boolean | null;
  readonly groupIds: readonly number[];
  readonly own: number | null;
  readonly byGroups: number | null;
}

const INITIAL_BRANCH = 'main';

/** Finds what addresses of git over HTTPS lead to; paths are matched without case (contract: git §5.1). */
@Injectable()
export class GitTargetsRepository {
  constructor(private readonly database: Database) {}

  async findProject(path: string, userId: number, type: 'code' | 'wiki'): Promise<GitTarget | null> {
    const row = await this.database.row<ProjectRow>(sql`
      select p.id, p.visibility, p.archived, p.default_branch as "defaultBranch", p.repository_storage as storage,
             case when n.kind = 'group' then n.traversal_ids else '{}' end as "groupIds",
             ${levelInProject(userId)} as own, ${levelInGroups(userId)} as "byGroups"
      from routes r join projects p on p.id = r.project_id join namespaces n on n.id = p.namespace_id
      where lower(r.path) collate "C" = lower(${path}) and not p.pending_delete`);
    return row && projectTarget(row, type);
  }

  /** A personal snippet, or one below the project of that path. */
  async findSnippet(id: number, projectPath: string | null, userId: number): Promise<GitTarget | null> {
    const row = await this.database.row<SnippetRow>(sql`
      select s.id, s.project_id as "projectId", s.visibility, p.visibility as "projectVisibility",
             coalesce(p.archived, false) as archived, o.storage, s.author_id = ${userId} as "isAuthor",
             case when n.kind = 'group' then n.traversal_ids else '{}' end as "groupIds",
             ${levelInProject(userId)} as own, ${levelInGroups(userId)} as "byGroups"
      from snippets s join repositories o on o.snippet_id = s.id left join projects p on p.id = s.project_id
        left join namespaces n on n.id = p.namespace_id left join routes r on r.project_id = p.id
      where s.id = ${id} and not coalesce(p.pending_delete, false)
        and (s.author_id is not null or s.project_id is not null)
        and coalesce(lower(r.path), '') = lower(${projectPath ?? ''})`);
    return row && snippetTarget(row);
  }

  async findGroupWiki(path: string, userId: number): Promise<GitTarget | null> {
    const row = await this.database.row<GroupRow>(sql`
      select g.id, g.visibility, g.repository_storage as storage, n.traversal_ids as "groupIds",
             ${levelInGroups(userId)} as "byGroups"
      from routes r join namespaces n on n.id = r.namespace_id join groups g on g.id = n.id
      where lower(r.path) collate "C" = lower(${path}) and not g.pending_delete`);
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

/** As open as itself and as its project, whichever is less; the author of a project's snippet has to see the project. */
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
