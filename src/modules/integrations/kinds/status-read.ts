import type { HttpCall, Json, Settings, TestCalls } from './step.js';
import { httpStep } from './calls.js';

/** Build status of a commit on a CI server; `error` if it cannot be determined. */
export type CommitStatus = 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped' | 'error';

/** The commit whose status is read. */
export interface CommitQuery {
  /** Base address for status reads at the kind's vendor; empty for kinds without a vendor. */
  readonly base: string;
  /** Full path of the project, including the namespaces. */
  readonly projectPath: string;
  readonly sha: string;
  readonly ref: string;
  readonly defaultBranch: string | null;
}

export interface StatusAnswer {
  readonly status: number;
  readonly text: string;
  /** The text parsed as JSON; null if it is not JSON. */
  readonly json: Json;
}

/** How to request the status of a commit from a kind, and how to read the answer (contract: integrations §6.5). */
export interface StatusRead {
  readonly call: (settings: Settings, query: CommitQuery) => HttpCall;
  readonly statusOf: (answer: StatusAnswer, settings: Settings) => CommitStatus;
}

export const OK = 200;
export const NOT_FOUND = 404;

/**
 * A test call of a kind that reads a status; an answer for an unknown commit also counts as success (contract:
 * integrations §8.6).
 */
export const statusTest =
  ({ call }: StatusRead): TestCalls =>
  (settings, { base, projectPath, sha }) => {
    const read = call(settings, { base, projectPath, sha, ref: '', defaultBranch: null });
    return [httpStep('status', { ...read, alsoDone: [NOT_FOUND] })];
  };
