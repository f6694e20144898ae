/** The scope of a runner: the instance, a group, or projects (contract: triggers §9). */
export const RUNNER_TYPES = ['instance_type', 'group_type', 'project_type'] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

/** Whether a runner only takes jobs of protected refs. */
export const ACCESS_LEVELS = ['not_protected', 'ref_protected'] as const;
export type RunnerAccessLevel = (typeof ACCESS_LEVELS)[number];
