import { Type } from '@sinclair/typebox';
import type { Env } from '../../../platform/config/env.js';
import { JOB_USER, jobLinks } from './job-links.js';
import { jobsTakenFrom, linesOf } from './job-dependencies.js';
import type { JobDependency, JobOrder } from './job-order.js';
import type { JobVariable } from './job-variables.js';
import { artifactForms, cacheForms, imageForm, serviceForms } from './runner-forms.js';
import type { FileIds } from './runner-forms.js';
import type { TakenJob } from './taken-job.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: triggers §9; contains the members that runner programs read. */
export const JobAnswerSchema = record('JobForRunner', {
  id: Type.Integer(),
  token: Type.String(),
  allow_git_fetch: Type.Boolean(),
  job_info: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    stage: Type.String(),
    project_id: Type.Integer(),
    project_name: Type.String(),
  }),
  git_info: Type.Record(Type.String(), Type.Unknown()),
  runner_info: Type.Object({ timeout: Type.Integer(), runner_session_url: Type.Null() }),
  variables: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  steps: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  image: Type.Unknown(),
  services: Type.Array(Type.Unknown()),
  artifacts: Type.Array(Type.Unknown()),
  cache: Type.Array(Type.Unknown()),
  credentials: Type.Array(Type.Record(Type.String(), Type.String())),
  dependencies: Type.Array(Type.Unknown()),
  features: Type.Object({ trace_sections: Type.Boolean(), failure_reasons: Type.Array(Type.String()) }),
  hooks: Type.Array(Type.Unknown()),
});

/** The data of the response to a runner: the job, and what was read while it was assigned. */
export interface HandedJob {
  readonly taken: TakenJob;
  readonly token: string;
  /** In seconds. */
  readonly timeout: number;
  readonly variables: readonly JobVariable[];
  /** Ids of the files that cache keys depend on. */
  readonly fileIds: FileIds;
}

const DEPTH = 20;
/** The variable with the number of commits to fetch; 0 means all (contract: triggers §9). */
const DEPTH_VARIABLE = 'GIT_DEPTH';

/** The response that hands a job to a runner, with its token (contract: triggers §9). */
export function presentJobAnswer({ taken, token, timeout, variables, fileIds }: HandedJob, env: Env) {
  const { order, project } = taken;
  const { options } = order;
  return {
    id: order.id,
    token,
    allow_git_fetch: true,
    job_info: {
      id: order.id,
      name: order.name,
      stage: order.stage,
      project_id: project.id,
      project_name: project.name,
    },
    git_info: gitInfo(taken, token, depthOf(variables), env),
    runner_info: { timeout, runner_session_url: null },
    variables: [...variables],
    steps: stepsOf(options, timeout),
    image: imageForm(options.image),
    services: [...serviceForms(options.services)],
    artifacts: [...artifactForms(options.artifacts)],
    cache: [...cacheForms(options.cache, fileIds)],
    credentials: [{ type: 'registry', url: env.registryHost, username: JOB_USER, password: token }],
    dependencies: jobsTakenFrom(order, taken.archives).map((dependency) => presentDependency(dependency, token)),
    features: { trace_sections: true, failure_reasons: [...KNOWN_REASONS] },
    hooks: [],
  };
}

/** The failure reasons that a runner may report. */
const KNOWN_REASONS = ['script_failure', 'runner_system_failure', 'job_execution_timeout', 'unknown_failure'];

function depthOf(variables: readonly JobVariable[]): number {
  const value = variables.find(({ key }) => key === DEPTH_VARIABLE)?.value ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : DEPTH;
}

function gitInfo({ order, project }: TakenJob, token: string, depth: number, env: Env) {
  const { ref, sha, beforeSha, isTag, pipelineId } = order;
  return {
    repo_url: jobLinks(order, project, env.baseUrl).repository(token),
    ref,
    sha,
    before_sha: beforeSha,
    ref_type: isTag ? 'tag' : 'branch',
    refspecs: [`+${sha}:refs/pipelines/${pipelineId}`, ...(depth === 0 ? ALL_REFS : [refspecOf(order)])],
    depth,
    repo_object_format: 'sha1',
  };
}

const ALL_REFS = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];

const refspecOf = ({ ref, isTag }: JobOrder): string =>
  isTag ? `+refs/tags/${ref}:refs/tags/${ref}` : `+refs/heads/${ref}:refs/remotes/origin/${ref}`;

function stepsOf(options: JobOrder['options'], timeout: number) {
  const script = [...linesOf(options.before_script), ...linesOf(options.script)];
  const after = linesOf(options.after_script);
  const steps = [{ name: 'script', script, timeout, when: 'on_success', allow_failure: false }];
  return after.length === 0
    ? steps
    : [...steps, { name: 'after_script', script: after, timeout, when: 'always', allow_failure: true }];
}

/** The runner downloads an archive with the token of the job that depends on it. */
const presentDependency = ({ id, name, archive }: JobDependency, token: string) => ({
  id,
  name,
  token,
  artifacts_file: { filename: archive.filename, size: archive.size },
});
