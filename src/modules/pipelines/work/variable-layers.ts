import type { PipelineVariable } from '../pipeline.js';
import { PAYLOAD_VARIABLE } from '../creation/pipeline-planning.service.js';
import type { CiVariable } from '../variables/ci-variable.js';
import { predefined } from '../variables/predefined.js';
import { matchesPattern } from '../../repositories/protection/protection-rule.js';
import type { Env } from '../../../platform/config/env.js';
import { jobsTakenFrom } from './job-dependencies.js';
import { JOB_USER, jobLinks } from './job-links.js';
import { expanded, winning } from './job-variables.js';
import type { JobVariable } from './job-variables.js';
import type { TakenJob } from './taken-job.js';

interface Handed {
  readonly taken: TakenJob;
  readonly token: string;
  /** Message of the commit. */
  readonly message: string;
}

/**
 * Returns the variables of a job without duplicates, each with the winning value (contract: triggers §11). Throws
 * {@link VariablesTooLarge}.
 */
export function variablesOf({ taken, token, message }: Handed, env: Env): readonly JobVariable[] {
  const { order, kept, own, reports } = taken;
  return expanded(
    winning([
      ...told(taken, message, env),
      ...ofJob(taken, token, env),
      ...Object.entries(order.variables).map(([key, value]) => plain(key, value)),
      ...jobsTakenFrom(order, reports).flatMap(({ reportVariables }) => Object.entries(reportVariables).map(reported)),
      ...kept.filter((variable) => reaches(variable, taken)).map(jobVariable),
      ...own.map(ofPipeline),
      ...Object.entries(order.playVariables).map(([key, value]) => hidden(key, value)),
    ]),
    PAYLOAD_VARIABLE, // as large as the request that contained it
  );
}

const plain = (key: string, value: string): JobVariable => ({
  key,
  value,
  public: true,
  masked: false,
  file: false,
  raw: false,
});
const hidden = (key: string, value: string): JobVariable => ({ ...plain(key, value), public: false });
const secret = (key: string, value: string): JobVariable => ({ ...hidden(key, value), masked: true, raw: true });
/** Variables that a job reported are not expanded. */
const reported = ([key, value]: [string, string]): JobVariable => ({ ...hidden(key, value), raw: true });
/** Predefined variables are not expanded either. */
const fact = (key: string, value: string): JobVariable => ({ ...plain(key, value), raw: true });

function told({ order, project, actor }: TakenJob, message: string, env: Env): JobVariable[] {
  const { source, beforeSha, isProtected, eventType } = order;
  const kind = order.isTag ? 'tag' : 'branch';
  const ref = { kind, name: order.ref, commit: { id: order.sha, message } } as const;
  const trigger = { id: order.triggerId ?? 0, firstFour: order.firstFour ?? '' };
  const created = { source, beforeSha, eventType, ...(source === 'trigger' ? { trigger } : {}) };
  return [...predefined({ order: created, project, ref, isProtected, actor }, env)].map(([key, value]) =>
    fact(key, value),
  );
}

function ofJob({ order, project }: TakenJob, token: string, env: Env): JobVariable[] {
  const links = jobLinks(order, project, env.baseUrl);
  return [
    fact('CI_PIPELINE_ID', String(order.pipelineId)),
    fact('CI_PIPELINE_IID', String(order.pipelineIid)),
    fact('CI_PIPELINE_URL', links.pipeline),
    fact('CI_JOB_ID', String(order.id)),
    fact('CI_JOB_NAME', order.name),
    fact('CI_JOB_STAGE', order.stage),
    fact('CI_JOB_URL', links.job),
    secret('CI_JOB_TOKEN', token),
    secret('CI_REPOSITORY_URL', links.repository(token)),
    fact('CI_REGISTRY_USER', JOB_USER),
    secret('CI_REGISTRY_PASSWORD', token),
  ];
}

/** Protected variables only reach protected refs; variables of an environment only reach jobs of that environment. */
const reaches = ({ isProtected, environmentScope }: CiVariable, { order }: TakenJob): boolean =>
  (!isProtected || order.isProtected) &&
  (environmentScope === '*' || matchesPattern(environmentScope, environmentOf(order.options.environment)));

const environmentOf = (environment: unknown): string => {
  const named = typeof environment === 'object' && environment !== null && 'name' in environment;
  const name = named ? environment.name : environment;
  return typeof name === 'string' ? name : '';
};

const jobVariable = ({ key, value, isMasked, isRaw, type }: CiVariable): JobVariable => ({
  ...hidden(key, value),
  masked: isMasked,
  file: type === 'file',
  raw: isRaw,
});

/** The payload is untrusted text, so it is not expanded. */
const ofPipeline = ({ key, value, type }: PipelineVariable): JobVariable => ({
  ...hidden(key, value),
  file: type === 'file',
  raw: key === PAYLOAD_VARIABLE,
});
