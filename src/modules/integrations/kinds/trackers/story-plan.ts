import { httpStep } from '../calls.js';
import { pushOf } from '../payload/push-facts.js';
import { textOf } from '../settings-values.js';
import type { Plan, Settings, TestCalls } from '../step.js';

/** Sends each commit to the tracker, which finds the stories that it mentions (contract: integrations §6.4). */
export const storyPlan: Plan = ({ payload }, settings, { base }) =>
  pushOf(payload).commits.map(({ id, authorName, url, message }) =>
    httpStep(`commit:${id}`, {
      method: 'POST',
      url: `${base}/source_commits`,
      headers: tokenHeader(settings),
      body: { json: { source_commit: { commit_id: id, author: authorName, url, message } } },
    }),
  );

/** Reads the owner of the token. */
export const storyTest: TestCalls = (settings, { base }) => [
  httpStep('me', { method: 'GET', url: `${base}/me`, headers: tokenHeader(settings) }),
];

const tokenHeader = (settings: Settings) => ({ 'X-TrackerToken': textOf(settings, 'token') });
