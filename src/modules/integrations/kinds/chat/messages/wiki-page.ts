import { textAt } from '../../payload/read-payload.js';
import type { Json } from '../../step.js';
import { actorOf, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage } from '../chat-message.js';
import { link, phrase } from '../phrase.js';

const VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'edited', delete: 'deleted' };

/** The message of a wiki page that changed (contract: integrations §6.1). */
export function wikiPageMessage(payload: Json): ChatMessage {
  const read = (name: string): string => textAt(payload, 'object_attributes', name);
  const verb = VERBS[read('action')] ?? 'edited';
  const sentence = phrase`${actorOf(payload)} ${verb} wiki page ${link(read('title'), read('url'))} in ${projectLink(payload)}`;
  const comment = read('message');
  return messageOf(payload, {
    pretext: comment === '' ? sentence : phrase`${sentence}: ${comment}`,
    attachments: [],
    link: read('url'),
    time: '',
  });
}
