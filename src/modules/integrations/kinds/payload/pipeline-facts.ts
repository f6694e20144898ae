import type { Json } from '../step.js';
import { projectOf } from './project-facts.js';
import type { ProjectFacts } from './project-facts.js';
import { commitOf } from './push-facts.js';
import type { PushedCommit } from './push-facts.js';
import { isTrueAt, listAt, memberAt, numberAt, textAt } from './read-payload.js';
import { refUrl } from './ref-names.js';
import { userOf } from './user-facts.js';
import type { UserFacts } from './user-facts.js';

export interface FailedJob {
  readonly id: string;
  readonly name: string;
  readonly stage: string;
}

/** A pipeline and its result. */
export interface PipelineFacts {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly ref: string;
  readonly refUrl: string;
  readonly isTag: boolean;
  /** Empty if the event has no commit. */
  readonly sha: string;
  readonly seconds: number;
  readonly finishedAt: string;
  readonly commit: PushedCommit;
  readonly project: ProjectFacts;
  readonly user: UserFacts;
  /** Jobs that make the pipeline fail, each once: no later run of the same name passed. */
  readonly failedJobs: readonly FailedJob[];
  /** Whether jobs failed, or were canceled, that are allowed to fail. */
  readonly hasWarnings: boolean;
  readonly configError: string;
}

/** The label of a success with warnings (contract: triggers §4). */
const WARNED = 'passed with warnings';

/** Reads the content of a pipeline event (contract: integrations §4.2, §6.1). */
export function pipelineOf(payload: Json): PipelineFacts {
  const read = (name: string): string => textAt(payload, 'object_attributes', name);
  const project = projectOf(payload);
  const commit = commitOf(memberAt(payload, 'commit'));
  const sha = read('sha') || commit.id;
  const failed = lastingFailures(listAt(payload, 'builds'));
  return {
    id: read('id'),
    url: read('url'),
    status: read('status'),
    ref: read('ref'),
    refUrl: refUrl(project.url, read('ref')),
    isTag: isTrueAt(payload, 'object_attributes', 'tag'),
    sha,
    seconds: numberAt(payload, 'object_attributes', 'duration') ?? 0,
    finishedAt: read('finished_at') || read('created_at'),
    commit: { ...commit, url: commit.url || `${project.url}/-/commit/${encodeURIComponent(sha)}` },
    project,
    user: userOf(payload),
    failedJobs: failed.filter((job) => !isTrueAt(job, 'allow_failure')).map(jobOf),
    hasWarnings: read('detailed_status') === WARNED || failed.some((job) => isTrueAt(job, 'allow_failure')),
    configError: read('yaml_errors'),
  };
}

const jobOf = (job: Json): FailedJob => ({
  id: textAt(job, 'id'),
  name: textAt(job, 'name'),
  stage: textAt(job, 'stage'),
});

/**
 * Failed jobs that no later job of the same name passed, of the runs of a job the newest; a later job has a greater id.
 */
function lastingFailures(jobs: readonly Json[]): readonly Json[] {
  const passed = newestIds(jobs.filter(isOf('success')), nameOf);
  const failed = jobs.filter((job) => isOf('failed')(job) && idOf(job) >= (passed.get(nameOf(job)) ?? 0));
  const newest = newestIds(failed, runOf);
  return failed.filter((job) => idOf(job) === newest.get(runOf(job)));
}

const isOf =
  (status: string) =>
  (job: Json): boolean =>
    textAt(job, 'status') === status;
const idOf = (job: Json): number => numberAt(job, 'id') ?? 0;
const nameOf = (job: Json): string => textAt(job, 'name');
/** Equal for the runs of one job. */
const runOf = (job: Json): string => JSON.stringify([textAt(job, 'stage'), nameOf(job)]);

function newestIds(jobs: readonly Json[], keyOf: (job: Json) => string): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const job of jobs) {
    ids.set(keyOf(job), Math.max(ids.get(keyOf(job)) ?? idOf(job), idOf(job)));
  }
  return ids;
}
