import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { bigint, extended, integer, nullable, text } from '../../platform/database/typed-sql.js';
import { levelInGroups, levelInProject } from '../access/levels.sql.js';
import { FULL_NAME } from '../namespaces/namespace.columns.js';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import type { NamespaceKind } from '../namespaces/namespace.js';
import { OWNER } from '../users/user.columns.js';
import { ProjectEntity } from './project.entity.js';

const COLUMNS = {
  ...columnsOf(
    ProjectEntity,
    'p',
    'id',
    'name',
    'path',
    'description',
    'visibility',
    'defaultBranch',
    'creatorId',
    'topics',
    'archived',
    'emptyRepo',
    'ciConfigPath',
    'buildTimeout',
    'jobsEnabled',
    'publicJobs',
    'sharedRunnersEnabled',
    'packagesEnabled',
    'autoCancelPendingPipelines',
    'containerRegistryAccessLevel',
    'repositoryStorage',
    'switches',
    'runnersToken',
    'lastActivityAt',
    'createdAt',
    'updatedAt',
    'namespaceId',
  ),
  fullPath: text`r.path`,
  fullName: text`${FULL_NAME.sql} || ' / ' || p.name`,
  namespaceName: text`n.name`,
  namespacePath: text`n.path`,
  namespaceFullPath: text`nr.path`,
  namespaceKind: text<NamespaceKind>`n.kind`,
  namespaceParentId: nullable(bigint`n.parent_id`),
  /** Ids of the groups above, top first; a user's namespace stands alone. */
  ...columnsOf(NamespaceEntity, 'n', 'traversalIds'),
  /** Null unless the project lies in a personal namespace. */
  owner: OWNER,
};

/** Columns of a {@link Project} as this user sees it, for `projects p` with {@link PROJECT_JOINS}. */
export const projectColumns = (userId: number) =>
  extended(COLUMNS, {
    /** The caller's direct level. */
    projectAccess: nullable(integer`${levelInProject(userId)}`),
    /** The caller's highest level by the groups above. */
    groupAccess: nullable(integer`${levelInGroups(userId)}`),
  });

export const PROJECT_JOINS = sql`
  join namespaces n on n.id = p.namespace_id
  join routes r on r.project_id = p.id
  join routes nr on nr.namespace_id = n.id
  left join users o on o.id = n.owner_id`;
