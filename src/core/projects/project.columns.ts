import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { levelInGroups, levelInProject } from '../access/levels.sql.js';
import { FULL_NAME } from '../namespaces/namespaces.repository.js';
import { BASIC_USER_OF_OWNER } from '../users/user.columns.js';

/** Columns of a {@link Project} as this user sees it, for `projects p` with {@link PROJECT_JOINS}. */
export const projectColumns = (userId: number): Sql => sql`
  p.id, p.name, p.path, r.path as "fullPath", ${FULL_NAME} || ' / ' || p.name as "fullName", p.description, p.visibility,
  p.default_branch as "defaultBranch", p.creator_id as "creatorId", p.topics, p.archived, p.empty_repo as "emptyRepo",
  p.ci_config_path as "ciConfigPath", p.build_timeout as "buildTimeout", p.jobs_enabled as "jobsEnabled",
  p.public_jobs as "publicJobs", p.shared_runners_enabled as "sharedRunnersEnabled",
  p.packages_enabled as "packagesEnabled", p.auto_cancel_pending_pipelines as "autoCancelPendingPipelines",
  p.container_registry_access_level as "containerRegistryAccessLevel", p.repository_storage as "repositoryStorage",
  p.runners_token as "runnersToken", p.last_activity_at as "lastActivityAt", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.namespace_id as "namespaceId", n.name as "namespaceName", n.path as "namespacePath",
  nr.path as "namespaceFullPath", n.kind as "namespaceKind", n.parent_id as "namespaceParentId",
  n.traversal_ids as "traversalIds", ${BASIC_USER_OF_OWNER} as owner,
  ${levelInProject(userId)} as "projectAccess", ${levelInGroups(userId)} as "groupAccess"`;

export const PROJECT_JOINS = sql`
  join namespaces n on n.id = p.namespace_id
  join routes r on r.project_id = p.id
  join routes nr on nr.namespace_id = n.id
  left join users o on o.id = n.owner_id`;
