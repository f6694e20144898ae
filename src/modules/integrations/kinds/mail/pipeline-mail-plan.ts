import { address, html } from '../../../../platform/views/html.js';
import type { Safe } from '../../../../platform/views/html.js';
import { oneLine } from '../one-line.js';
import { pipelineOf } from '../payload/pipeline-facts.js';
import type { FailedJob, PipelineFacts } from '../payload/pipeline-facts.js';
import { shortSha } from '../payload/ref-names.js';
import { COMMA_OR_WHITE_SPACE, mailAddresses } from '../recipients.js';
import { textOf } from '../settings-values.js';
import type { Plan } from '../step.js';
import { mailSteps } from './mail-steps.js';

const LOG_LINES = 10;
const MOST_OF_A_LOG = 10_000;
const MOST_JOBS = 50;

/** Failed jobs with the ends of their logs. */
interface PipelineMail {
  readonly pipeline: PipelineFacts;
  readonly jobs: readonly (FailedJob & { readonly log: string })[];
}

/** A message about a pipeline that passed or failed (contract: integrations §10.1). */
export const pipelineMailPlan: Plan = ({ payload }, settings, { failedJobLogs, sendsMail }) => {
  const pipeline = pipelineOf(payload);
  if (!sendsMail || (pipeline.status !== 'success' && pipeline.status !== 'failed')) {
    return [];
  }
  const jobs = pipeline.failedJobs
    .slice(0, MOST_JOBS)
    .map((job) => ({ ...job, log: endOf(failedJobLogs.get(job.id) ?? '') }));
  return mailSteps(mailAddresses(textOf(settings, 'recipients'), COMMA_OR_WHITE_SPACE), {
    project: pipeline.project,
    subject: subjectOf(pipeline),
    text: textBody({ pipeline, jobs }),
    html: htmlBody({ pipeline, jobs }),
    headers: {
      'X-Service-Pipeline-Id': pipeline.id,
      'X-Service-Pipeline-Ref': oneLine(pipeline.ref),
      'X-Service-Pipeline-Status': pipeline.status,
    },
  });
};

/** The last lines of the log, without terminal colour codes. */
const endOf = (log: string): string =>
  log
    .slice(-MOST_OF_A_LOG)
    .replace(/\p{Cc}\[[0-9;]*[A-Za-z]/gu, '')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trimEnd()
    .split('\n')
    .slice(-LOG_LINES)
    .join('\n');

const outcome = ({ status }: PipelineFacts): string => (status === 'failed' ? 'Failed' : 'Successful');

const subjectOf = (pipeline: PipelineFacts): string =>
  `${pipeline.project.name} | ${outcome(pipeline)} pipeline for ${pipeline.ref} | ${shortSha(pipeline.sha)}`;

function textBody({ pipeline, jobs }: PipelineMail): string {
  const { id, ref, url, commit, sha, project } = pipeline;
  const author = oneLine(commit.authorName);
  const about = [`Commit: ${shortSha(sha)} ${oneLine(commit.title)}`, author && `Author: ${author}`, commit.url];
  const parts = [
    `${outcome(pipeline)} pipeline #${id} for ${oneLine(ref)} of ${project.path}\n${url}`,
    about.filter((line) => line !== '').join('\n'),
    ...jobs.map(({ stage, name, log }) => `Failed job: ${oneLine(stage)} / ${oneLine(name)}\n${log}`.trimEnd()),
  ];
  return `${parts.join('\n\n')}\n`;
}

const htmlBody = ({ pipeline, jobs }: PipelineMail): Safe => {
  const { id, ref, url, commit, sha, project } = pipeline;
  return html`<p>
      ${outcome(pipeline)} pipeline <a href="${address(url)}">#${id}</a> for ${oneLine(ref)} of ${project.path}
    </p>
    <p>
      Commit: <a href="${address(commit.url)}">${shortSha(sha)}</a>
      ${oneLine(commit.title)}${commit.authorName === '' ? '' : `, by ${oneLine(commit.authorName)}`}
    </p>
    ${jobs.map(jobPart)}`;
};

const jobPart = ({ stage, name, log }: PipelineMail['jobs'][number]): Safe =>
  html`<p>Failed job: ${oneLine(stage)} / ${oneLine(name)}</p>
    ${log !== '' && html`<pre>${log}</pre>`} `;
