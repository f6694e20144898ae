import { textAt } from '../../payload/read-payload.js';
import type { Json } from '../../step.js';
import { actorOf, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage } from '../chat-message.js';
import { link, phrase } from '../phrase.js';

const VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  approval: 'approved',
  unapproved: 'unapproved',
  unapproval: 'unapproved',
};
/** Events from other sources may lack the action: it is then derived from the state. */
const ACTIONS: Readonly<Record<string, string>> = { closed: 'close', merged: 'merge' };

/**
 * The message for a merge request; undefined for an action that chats are not notified of (contract: integrations
 * §6.1).
 */
export function mergeRequestMessage(payload: Json): ChatMessage | undefined {
  const read = (name: string): string => textAt(payload, 'object_attributes', name);
  const verb = VERBS[read('action') || (ACTIONS[read('state')] ?? 'open')];
  if (verb === undefined) {
    return undefined;
  }
  const title = link(read('title'), read('url'));
  return messageOf(payload, {
    pretext: phrase`${actorOf(payload)} ${verb} merge request !${read('iid')} ${title} in ${projectLink(payload)}`,
    attachments: [],
    link: read('url'),
    time: read('updated_at') || read('created_at'),
  });
}
