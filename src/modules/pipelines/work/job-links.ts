import type { PipelineProject } from '../creation/pipeline-facts.repository.js';
import type { JobOrder } from './job-order.js';

/** The user name that is used with a job's own token (contract: git §5.2, registry §5). */
export const JOB_USER = 'ci-job-token';

/** URLs that are passed to a job. */
export const jobLinks = (
  { id, pipelineId }: JobOrder,
  { fullPath }: Pick<PipelineProject, 'fullPath'>,
  baseUrl: string,
) => ({
  job: `${baseUrl}/${fullPath}/-/jobs/${id}`,
  pipeline: `${baseUrl}/${fullPath}/-/pipelines/${pipelineId}`,
  /** Contains the job's token, which gives access to the code while the job runs. */
  repository: (token: string): string => {
    const url = new URL(`${baseUrl}/${fullPath}.git`);
    url.username = JOB_USER;
    url.password = token;
    return url.href;
  },
});
