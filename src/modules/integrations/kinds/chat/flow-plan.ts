import { address, html } from '../../../../platform/views/html.js';
import { postJson } from '../calls.js';
import { cleanLine } from '../clean-text.js';
import { oneLine } from '../one-line.js';
import { pushOf } from '../payload/push-facts.js';
import type { PushedCommit, PushFacts } from '../payload/push-facts.js';
import { textAt } from '../payload/read-payload.js';
import { shortSha } from '../payload/ref-names.js';
import { actorName } from '../payload/user-facts.js';
import { textOf } from '../settings-values.js';
import type { Plan } from '../step.js';

/** An activity in the thread of the branch (contract: integrations §6.1). */
export const flowPlan: Plan = ({ payload }, settings, { base }) => {
  const push = pushOf(payload);
  const activity = {
    flow_token: textOf(settings, 'token'),
    event: 'activity',
    author: { name: cleanLine(push.user.name), email: oneLine(push.user.email) },
    title: titleOf(push),
    body: bodyOf(push),
    external_thread_id: `${push.project.id}:${textAt(payload, 'ref')}`,
    thread: { title: cleanLine(`${push.project.path}: ${push.name}`), external_url: push.url },
  };
  return [postJson('message', `${base}/messages`, activity)];
};

const WORDS = { created: 'pushed new branch', moved: 'pushed to branch', deleted: 'removed branch' } as const;

const titleOf = ({ user, change, name, project }: PushFacts): string =>
  `${cleanLine(actorName(user))} ${WORDS[change]} ${cleanLine(name)} of ${project.path}`;

function bodyOf({ commits }: PushFacts): string {
  return commits.length === 0 ? '' : `<ul>${commits.map((commit) => commitItem(commit).toString()).join('')}</ul>`;
}

const commitItem = ({ id, url, title, authorName }: PushedCommit) =>
  html`<li><a href="${address(url)}">${shortSha(id)}</a>: ${cleanLine(title)} - ${cleanLine(authorName)}</li>`;
