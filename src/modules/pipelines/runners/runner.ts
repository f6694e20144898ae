import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { CiRunnerEntity } from './ci-runner.entity.js';
import type { RunnerType } from './runner-type.js';
import type { runnerColumns } from './runner.columns.js';

/** The fields of a runner that users set (contract: triggers §9). */
export type RunnerFields = Readonly<
  Pick<
    CiRunnerEntity,
    | 'description'
    | 'maintenanceNote'
    | 'tags'
    | 'runUntagged'
    | 'isLocked'
    | 'isPaused'
    | 'accessLevel'
    | 'maximumTimeout'
  >
>;

/** Changes of a runner; absent fields are unchanged. */
export type RunnerChanges = { readonly [K in keyof RunnerFields]?: RunnerFields[K] | undefined };

/** The fields that a runner reports about itself. */
export type RunnerFacts = Readonly<Pick<CiRunnerEntity, 'name' | 'version' | 'revision' | 'platform' | 'architecture'>>;

/** The jobs that a runner takes: of the instance, below a group, or of the projects it is assigned to. */
export type RunnerReach =
  | { readonly type: 'instance_type' }
  | { readonly type: 'group_type'; readonly groupId: number }
  | { readonly type: 'project_type'; readonly projectId: number };

export type Runner = RowOf<ReturnType<typeof runnerColumns>>;

/** A project or group that a runner serves, as its record shows it. */
export interface RunnerTarget {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly fullName: string;
}

export const RUNNER_STATES = ['active', 'paused', 'online', 'offline', 'never_contacted'] as const;
export type RunnerState = (typeof RUNNER_STATES)[number];

/** Filters for runners; all `states` must apply. */
export interface RunnerFilters {
  readonly states: readonly RunnerState[];
  readonly type: RunnerType | undefined;
  readonly isPaused: boolean | undefined;
  readonly tags: readonly string[] | undefined;
}

/** The error of `tags_list` for a runner that would take no jobs at all. */
export const IS_IDLE = 'can not be empty when runner is not allowed to pick untagged jobs';

/** Default fields of a runner. */
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
