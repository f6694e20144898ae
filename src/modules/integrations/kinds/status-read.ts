import type { HttpCall, Json, Settings, TestCalls } from './step.js';
import { httpStep } from './calls.js';

/** How a CI server has built a commit; `error` where it cannot be told. */
export type CommitStatus = 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped' | 'error';

/** What a status is asked for. */
export interface CommitQuery {
  /** Of status reads at the kind's vendor; empty for kinds without one. */
  readonly base: string;
  /** With the namespaces. */
  readonly projectPath: string;
  readonly sha: string;
  readonly ref: string;
  readonly defaultBranch: string | null;
}

export interface StatusAnswer {
  readonly status: number;
  readonly text: string;
  /** The text read as JSON; null where it is none. */
  readonly json: Json;
}

/** How a kind is asked for the status of a commit, and what its answers mean (contract: integrations §6.5). */
export interface StatusRead {
  readonly call: (settings: Settings, query: CommitQuery) => HttpCall;
  readonly statusOf: (answer: StatusAnswer, settings: Settings) => CommitStatus;
}

export const OK = 200;
export const NOT_FOUND = 404;

/** A test call of a kind that reads a status; not knowing the commit is an answer as well (contract: integrations §8.6). */
export const statusTest =
  ({ call }: StatusRead): TestCalls =>
  (settings, { base, projectPath, sha }) => {
    const read = call(settings, { base, projectPath, sha, ref: '', defaultBranch: null });
    return [httpStep('status', { ...read, alsoDone: [NOT_FOUND] })];
  };
