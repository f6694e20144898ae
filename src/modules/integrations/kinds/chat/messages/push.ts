import { shortSha } from '../../payload/ref-names.js';
import { pushOf } from '../../payload/push-facts.js';
import type { PushedCommit, PushFacts } from '../../payload/push-facts.js';
import type { Json } from '../../step.js';
import { actorOf, attachment, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage } from '../chat-message.js';
import { link, phrase } from '../phrase.js';
import type { Phrase } from '../phrase.js';

/** The message of a push to a branch or tag, with its commits (contract: integrations §6.1). */
export function pushMessage(payload: Json): ChatMessage {
  const push = pushOf(payload);
  const isMove = push.change === 'moved' && push.commits.length > 0;
  return messageOf(payload, {
    pretext: pretext(push, payload),
    attachments: isMove ? [attachment('neutral', push.commits.map(commitLine))] : [],
    link: push.change === 'moved' ? push.compareUrl : push.change === 'created' ? push.url : push.project.url,
    time: push.commits.at(-1)?.timestamp ?? '',
  });
}

function pretext(push: PushFacts, payload: Json): Phrase {
  const actor = actorOf(payload);
  const project = projectLink(payload);
  const ref = link(push.name, push.url);
  if (push.change === 'deleted') {
    return phrase`${actor} removed ${push.kind} ${push.name} from ${project}`;
  }
  if (push.change === 'created') {
    return phrase`${actor} pushed new ${push.kind} ${ref} to ${project}`;
  }
  return phrase`${actor} pushed to ${push.kind} ${ref} of ${project} (${link('Compare changes', push.compareUrl)})`;
}

const commitLine = ({ id, title, url, authorName }: PushedCommit): Phrase =>
  phrase`${link(shortSha(id), url)}: ${title} - ${authorName}`;
