import type { RunnerType } from '../jobs/ci-job.js';

export const ACCESS_LEVELS = ['not_protected', 'ref_protected'] as const;
export type RunnerAccessLevel = (typeof ACCESS_LEVELS)[number];

/** What people say of a runner (contract: triggers §9). */
export interface RunnerFields {
  readonly description: string | null;
  readonly maintenanceNote: string | null;
  readonly tags: readonly string[];
  readonly runUntagged: boolean;
  readonly isLocked: boolean;
  readonly isPaused: boolean;
  readonly accessLevel: RunnerAccessLevel;
  /** Seconds; null without a limit of its own. */
  readonly maximumTimeout: number | null;
}

/** What is absent stays as it is. */
export type RunnerChanges = { readonly [K in keyof RunnerFields]?: RunnerFields[K] | undefined };

/** What a runner says of itself. */
export interface RunnerFacts {
  readonly name: string | null;
  readonly version: string | null;
  readonly revision: string | null;
  readonly platform: string | null;
  readonly architecture: string | null;
}

/** Whose jobs a runner takes: of the instance, below a group, or of the projects it is assigned to. */
export type RunnerReach =
  | { readonly type: 'instance_type' }
  | { readonly type: 'group_type'; readonly groupId: number }
  | { readonly type: 'project_type'; readonly projectId: number };

export interface Runner extends RunnerFields, RunnerFacts {
  readonly id: number;
  readonly type: RunnerType;
  readonly groupId: number | null;
  readonly ipAddress: string | null;
  readonly contactedAt: string | null;
  readonly updatedAt: string;
  /** Null while nothing was ever heard of it. */
  readonly isOnline: boolean | null;
}

/** A project or group that a runner serves, as its record shows it. */
export interface RunnerTarget {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly fullName: string;
}

/** A runner of which nothing is said. */
export const PLAIN_RUNNER: RunnerFields = {
  description: null,
  maintenanceNote: null,
  tags: [],
  runUntagged: true,
  isLocked: false,
  isPaused: false,
  accessLevel: 'not_protected',
  maximumTimeout: null,
};

export const withChanges = (fields: RunnerFields, changes: RunnerChanges): RunnerFields => ({
  description: changes.description === undefined ? fields.description : changes.description,
  maintenanceNote: changes.maintenanceNote === undefined ? fields.maintenanceNote : changes.maintenanceNote,
  tags: [...new Set(changes.tags ?? fields.tags)],
  runUntagged: changes.runUntagged ?? fields.runUntagged,
  isLocked: changes.isLocked ?? fields.isLocked,
  isPaused: changes.isPaused ?? fields.isPaused,
  accessLevel: changes.accessLevel ?? fields.accessLevel,
  maximumTimeout: changes.maximumTimeout === undefined ? fields.maximumTimeout : changes.maximumTimeout,
});
