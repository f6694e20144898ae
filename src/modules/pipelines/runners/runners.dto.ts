import { Bool, Int, INT4_MAX, Json, Names, OneOf, Text, Texts } from '../../../common/params/param.decorators.js';
import type { ChecksParts } from '../../../common/params/read-input.js';
import type { ValidationErrors } from '../../../common/params/validation-errors.js';
import { ACCESS_LEVELS, RUNNER_TYPES } from './runner-type.js';
import type { RunnerAccessLevel, RunnerType } from './runner-type.js';
import { IS_IDLE, PLAIN_RUNNER, RUNNER_STATES, withChanges } from './runner.js';
import type { RunnerChanges, RunnerFacts, RunnerFields, RunnerFilters, RunnerState } from './runner.js';

const LEAST_TIMEOUT = 600;
const MAX_NOTE = 1024;
const MAX_FACT = 255;

/** Contract: triggers §9. */
class RunnerInput {
  @Text({ nullable: true }) description?: string | null;
  @Json({ forms: [{ type: 'object', additionalProperties: true }] }) info?: unknown;
  @Names() tag_list?: string[];
  @Bool() run_untagged?: boolean;
  @Bool() locked?: boolean;
  @Bool() paused?: boolean;
  @Bool() active?: boolean;
  @OneOf(ACCESS_LEVELS) access_level?: RunnerAccessLevel;
  @Int({ min: LEAST_TIMEOUT, max: INT4_MAX, nullable: true }) maximum_timeout?: number | null;
  @Text({ nullable: true, max: MAX_NOTE }) maintenance_note?: string | null;
}

/** A runner that would take no jobs at all is rejected along with all other errors. */
class NewRunnerInput extends RunnerInput implements ChecksParts {
  checkParts(errors: ValidationErrors): void {
    const isIdle = this.run_untagged === false && (this.tag_list ?? []).length === 0;
    errors.about('tags_list', isIdle ? IS_IDLE : undefined);
  }
}

export class RegisterRunnerInput extends NewRunnerInput {
  @Text({ required: true }) token: string;
}

export class CreateRunnerInput extends NewRunnerInput {
  @OneOf(RUNNER_TYPES, { required: true }) runner_type: RunnerType;
  @Int() group_id?: number;
  @Int() project_id?: number;
}

export class UpdateRunnerInput extends RunnerInput {}

export class RunnerTokenInput {
  @Text({ required: true }) token: string;
}

export class ListRunnersQuery {
  @OneOf(RUNNER_STATES) scope?: RunnerState;
  @OneOf(RUNNER_TYPES) type?: RunnerType;
  @OneOf(RUNNER_STATES) status?: RunnerState;
  @Bool() paused?: boolean;
  @Texts({ commas: true }) tag_list?: string[];
}

export class AssignRunnerInput {
  @Int({ required: true }) runner_id: number;
}

export const runnerFilters = ({ scope, status, type, paused, tag_list }: ListRunnersQuery): RunnerFilters => ({
  states: [scope, status].filter((state) => state !== undefined),
  type,
  isPaused: paused,
  tags: tag_list,
});

/** Only contains the fields that were sent. */
export const runnerChanges = (input: RunnerInput): RunnerChanges => ({
  description: input.description,
  maintenanceNote: input.maintenance_note,
  tags: input.tag_list,
  runUntagged: input.run_untagged,
  isLocked: input.locked,
  isPaused: input.paused ?? (input.active === undefined ? undefined : !input.active),
  accessLevel: input.access_level,
  maximumTimeout: input.maximum_timeout,
});

/** Reads what a runner reports about itself; long texts are cut. */
export function readRunnerFacts(info: unknown): RunnerFacts {
  const said: ReadonlyMap<string, unknown> = new Map(
    typeof info === 'object' && info !== null ? Object.entries(info) : [],
  );
  const text = (name: string): string | null => {
    const value = said.get(name);
    return typeof value === 'string' && value !== '' ? value.slice(0, MAX_FACT) : null;
  };
  return {
    name: text('name'),
    version: text('version'),
    revision: text('revision'),
    platform: text('platform'),
    architecture: text('architecture'),
  };
}

export const runnerFields = (input: RunnerInput): RunnerFields => withChanges(PLAIN_RUNNER, runnerChanges(input));
