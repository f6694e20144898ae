import { textAt } from '../../payload/read-payload.js';
import type { Json } from '../../step.js';
import { actorOf, attachment, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage } from '../chat-message.js';
import { block, link, phrase } from '../phrase.js';

const VERBS: Readonly<Record<string, string>> = { open: 'opened', close: 'closed', reopen: 'reopened' };

/**
 * The message for an issue that was opened, closed or reopened; undefined for other changes (contract: integrations
 * §6.1).
 */
export function issueMessage(payload: Json): ChatMessage | undefined {
  const read = (name: string): string => textAt(payload, 'object_attributes', name);
  const verb = VERBS[actionOf(read('action'), read('state'))];
  if (verb === undefined) {
    return undefined;
  }
  const title = link(read('title'), read('url'));
  const description = read('description');
  return messageOf(payload, {
    pretext: phrase`[${projectLink(payload)}] Issue #${read('iid')} ${title} ${verb} by ${actorOf(payload)}`,
    attachments:
      verb === 'opened' && description !== ''
        ? [
            {
              ...attachment('neutral', [block(description)]),
              title: link(`#${read('iid')} ${read('title')}`, read('url')),
            },
          ]
        : [],
    link: read('url'),
    time: read('updated_at') || read('created_at'),
  });
}

/** Events from other sources may lack the action: it is then derived from the state. */
function actionOf(action: string, state: string): string {
  return action === '' ? (state === 'closed' ? 'close' : 'open') : action;
}
