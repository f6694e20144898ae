import type { RowOf } from '../../platform/database/typed-sql.js';
import type { groupColumns } from './group.columns.js';

export const PROJECT_CREATION_LEVELS = ['developer', 'maintainer', 'noone'] as const;
export type ProjectCreationLevel = (typeof PROJECT_CREATION_LEVELS)[number];
export const SUBGROUP_CREATION_LEVELS = ['maintainer', 'owner'] as const;
export type SubgroupCreationLevel = (typeof SUBGROUP_CREATION_LEVELS)[number];

/** A group as one caller sees it. */
export type Group = RowOf<ReturnType<typeof groupColumns>>;
