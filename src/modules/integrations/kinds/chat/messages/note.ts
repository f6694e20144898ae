import { textAt } from '../../payload/read-payload.js';
import { shortSha } from '../../payload/ref-names.js';
import type { Json } from '../../step.js';
import { actorOf, attachment, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage } from '../chat-message.js';
import { block, link, phrase } from '../phrase.js';

/** The message of a comment, with its text (contract: integrations §6.1). */
export function noteMessage(payload: Json): ChatMessage {
  const read = (name: string): string => textAt(payload, 'object_attributes', name);
  const { name, title } = targetOf(read('noteable_type'), payload);
  return messageOf(payload, {
    pretext: phrase`${actorOf(payload)} commented on ${link(name, read('url'))} in ${projectLink(payload)}: ${title}`,
    attachments: [attachment('neutral', [block(read('note'))])],
    link: read('url'),
    time: read('updated_at') || read('created_at'),
  });
}

interface Target {
  readonly name: string;
  readonly title: string;
}

function targetOf(type: string, payload: Json): Target {
  switch (type) {
    case 'MergeRequest':
      return {
        name: `merge request !${textAt(payload, 'merge_request', 'iid')}`,
        title: textAt(payload, 'merge_request', 'title'),
      };
    case 'Commit':
      return {
        name: `commit ${shortSha(textAt(payload, 'commit', 'id'))}`,
        title: textAt(payload, 'commit', 'title') || (textAt(payload, 'commit', 'message').split('\n', 1)[0] ?? ''),
      };
    case 'Snippet':
      return { name: `snippet $${textAt(payload, 'snippet', 'id')}`, title: textAt(payload, 'snippet', 'title') };
    default:
      return { name: `issue #${textAt(payload, 'issue', 'iid')}`, title: textAt(payload, 'issue', 'title') };
  }
}
