import { httpStep } from '../calls.js';
import { durationText } from '../payload/duration-text.js';
import { pipelineOf } from '../payload/pipeline-facts.js';
import type { PipelineFacts } from '../payload/pipeline-facts.js';
import { isOn, textOf, withoutSlash } from '../settings-values.js';
import { shortened } from '../shorten.js';
import type { Plan, Settings, Step } from '../step.js';

const MOST_OF_DESCRIPTION = 140;
const STATES: Readonly<Record<string, string>> = {
  success: 'success',
  skipped: 'success',
  failed: 'failure',
  canceled: 'error',
};

/** Sets the status of the pipeline on the commit at the other code host (contract: integrations §6.6). */
export const codeHostPlan: Plan = ({ payload }, settings, { base, instanceUrl }) => {
  const pipeline = pipelineOf(payload);
  if (pipeline.sha === '') {
    return []; // no commit to set a status on
  }
  const status = {
    state: STATES[pipeline.status] ?? 'pending',
    target_url: pipeline.url,
    description: shortened(descriptionOf(pipeline), MOST_OF_DESCRIPTION),
    context: `ci/slipway/${isOn(settings, 'static_context') ? new URL(instanceUrl).host : pipeline.ref}`,
  };
  const url = `${repositoryApi(settings, base)}/statuses/${encodeURIComponent(pipeline.sha)}`;
  return [httpStep('status', { method: 'POST', url, headers: tokenHeader(settings), body: { json: status } })];
};

const descriptionOf = ({ status, seconds }: PipelineFacts): string =>
  seconds > 0 ? `Pipeline ${status} in ${durationText(seconds)}` : `Pipeline ${status}`;

/** Reads the repository. */
export const repositoryStep = (settings: Settings, base: string): Step =>
  httpStep('repository', { method: 'GET', url: repositoryApi(settings, base), headers: tokenHeader(settings) });

const tokenHeader = (settings: Settings) => ({ Authorization: `token ${textOf(settings, 'token')}` });

/** Repositories that are not on the vendor's host have their API on their own host. */
function repositoryApi(settings: Settings, base: string): string {
  const { origin, hostname, pathname } = new URL(textOf(settings, 'repository_url'));
  const repository = withoutSlash(pathname).replace(/\.git$/, '');
  return `${/^(?:www\.)?github\.com$/.test(hostname) ? base : `${origin}/api/v3`}/repos${repository}`;
}
