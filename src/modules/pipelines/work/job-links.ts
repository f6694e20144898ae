import type { PipelineProject } from '../creation/pipeline-facts.repository.js';
import type { JobOrder } from './job-order.js';

/** The user name that a job's own token stands beside (contract: git §5.2, registry §5). */
export const JOB_USER = 'ci-job-token';

/** Addresses that a job is told. */
export const jobLinks = (
  { id, pipelineId }: JobOrder,
  { fullPath }: Pick<PipelineProject, 'fullPath'>,
  baseUrl: string,
) => ({
  job: `${baseUrl}/${fullPath}/-/jobs/${id}`,
  pipeline: `${baseUrl}/${fullPath}/-/pipelines/${pipelineId}`,
  /** With the job's token in it: it opens the code as long as the job runs. */
  repository: (token: string): string => {
    const url = new URL(`${baseUrl}/${fullPath}.git`);
    url.username = JOB_USER;
    url.password = token;
    return url.href;
  },
});
