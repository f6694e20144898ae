import type { Expression } from './expression/expression.js';
import type { RefPolicies } from './ref-policies.js';

export const JOB_WHENS = ['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never'] as const;
export type JobWhen = (typeof JOB_WHENS)[number];

/** True, false, or the exit codes that a job may fail with. */
export type AllowFailure = boolean | { readonly exitCodes: readonly number[] };

/** One of `rules`: the first rule whose `if` holds decides. */
export interface Rule {
  readonly condition: Expression | null;
  /** The condition as written; null for a rule without one. */
  readonly text: string | null;
  readonly when: JobWhen | null;
  readonly allowFailure: AllowFailure | null;
  /** In seconds. */
  readonly startIn: number | null;
  readonly variables: ReadonlyMap<string, string>;
}

export interface Need {
  readonly job: string;
  readonly isOptional: boolean;
  readonly artifacts: boolean;
}

/** A job that another one waits for by name. */
export type JobNeed = Pick<Need, 'job' | 'artifacts'>;

export interface Retry {
  readonly max: number;
  readonly when: readonly string[];
}

/** A job as the file defines it (contract: triggers §5). */
export interface JobDefinition {
  readonly name: string;
  readonly stage: string;
  readonly when: JobWhen;
  /** Delay of a delayed job in seconds. */
  readonly startIn: number | null;
  /** Null when the file does not set it. */
  readonly allowFailure: AllowFailure | null;
  readonly rules: readonly Rule[] | null;
  readonly only: RefPolicies | null;
  readonly except: RefPolicies | null;
  /** Null if the job waits for all earlier stages. */
  readonly needs: readonly Need[] | null;
  readonly tags: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  /** Number of jobs created from it; null if not set. */
  readonly parallel: number | null;
  /** In seconds; null for the project's default. */
  readonly timeout: number | null;
  readonly retry: Retry;
  readonly isInterruptible: boolean;
  /** Pattern that finds the coverage in the log. */
  readonly coverage: string | null;
  readonly options: JobOptions;
  /** Locations of keys that have no effect here. */
  readonly withoutEffect: readonly string[];
}

/** Keys that only runners read, as JSON. */
export interface JobOptions {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly after_script: readonly string[];
  readonly image?: unknown;
  readonly services?: unknown;
  readonly artifacts?: unknown;
  readonly cache?: unknown;
  readonly environment?: unknown;
  readonly dependencies?: readonly string[];
}

export interface Workflow {
  readonly name: string | null;
  /** Null if every pipeline is allowed. */
  readonly rules: readonly Rule[] | null;
}

/** A complete, valid definition. */
export interface Definition {
  /** In order, starting with `.pre` and ending with `.post`. */
  readonly stages: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  readonly workflow: Workflow;
  readonly jobs: readonly JobDefinition[];
}
