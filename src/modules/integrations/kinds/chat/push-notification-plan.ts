import { httpStep } from '../calls.js';
import { oneLine } from '../one-line.js';
import { pushOf } from '../payload/push-facts.js';
import type { PushFacts } from '../payload/push-facts.js';
import { textOf } from '../settings-values.js';
import { shortened } from '../shorten.js';
import type { Plan } from '../step.js';

const MOST_OF_TITLE = 250;
const MOST_OF_MESSAGE = 1024;
const MOST_OF_NAME = 100;

/** One notification (contract: integrations §6.6). */
export const pushNotificationPlan: Plan = ({ payload }, settings, { base }) => {
  const push = pushOf(payload);
  const sound = textOf(settings, 'sound');
  const form = {
    token: textOf(settings, 'api_key'),
    user: textOf(settings, 'user_key'),
    device: textOf(settings, 'device'),
    priority: textOf(settings, 'priority'),
    title: shortened(push.project.path, MOST_OF_TITLE),
    message: messageOf(push),
    url: push.project.url,
    url_title: shortened(`See project ${push.project.path}`, MOST_OF_NAME),
    ...(sound === '' ? {} : { sound }),
  };
  return [httpStep('message', { method: 'POST', url: `${base}/messages.json`, body: { form } })];
};

const WORDS = { created: 'pushed new branch', moved: 'pushed to branch', deleted: 'deleted branch' } as const;

function messageOf({ user, change, name, totalCommits }: PushFacts): string {
  const sentence = `${oneLine(user.name)} ${WORDS[change]} "${oneLine(name)}".`;
  const total = totalCommits > 0 ? `\nTotal commits count: ${totalCommits}` : '';
  return shortened(`${sentence}${total}`, MOST_OF_MESSAGE);
}
