/** Who may create projects in a group (contract: core §5). */
export const PROJECT_CREATION_LEVELS = ['developer', 'maintainer', 'noone'] as const;
export type ProjectCreationLevel = (typeof PROJECT_CREATION_LEVELS)[number];

/** Who may create groups in it. */
export const SUBGROUP_CREATION_LEVELS = ['maintainer', 'owner'] as const;
export type SubgroupCreationLevel = (typeof SUBGROUP_CREATION_LEVELS)[number];
