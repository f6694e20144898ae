import { textAt } from '../../payload/read-payload.js';
import type { Json } from '../../step.js';
import { actorOf, attachment, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage, Color } from '../chat-message.js';
import { link, phrase } from '../phrase.js';
import type { Phrase } from '../phrase.js';

const COLORS: Readonly<Record<string, Color>> = { success: 'good', failed: 'danger', canceled: 'warning' };
const OUTCOMES: Readonly<Record<string, string>> = { success: 'succeeded', failed: 'failed', canceled: 'canceled' };

/** The message of a deployment that began or ended (contract: integrations §6.1). */
export function deploymentMessage(payload: Json): ChatMessage {
  const read = (name: string): string => textAt(payload, name);
  const environment = read('environment');
  const outcome = OUTCOMES[read('status')];
  return messageOf(payload, {
    pretext:
      outcome === undefined ? phrase`Starting deploy to ${environment}` : phrase`Deploy to ${environment} ${outcome}`,
    attachments: [attachment(COLORS[read('status')] ?? 'neutral', details(payload))],
    link: read('deployable_url') || textAt(payload, 'project', 'web_url'),
    time: read('status_changed_at'),
  });
}

function details(payload: Json): readonly Phrase[] {
  const read = (name: string): string => textAt(payload, name);
  const job = link(`#${read('deployable_id')}`, read('deployable_url'));
  const actor = link(actorOf(payload), read('user_url'));
  return [
    read('deployable_id') === ''
      ? phrase`${projectLink(payload)} by ${actor}`
      : phrase`${projectLink(payload)} with job ${job} by ${actor}`,
    ...commitLines(read('short_sha'), read('commit_title'), read('commit_url')),
  ];
}

/** Events from other sources may lack a commit. */
function commitLines(shortSha: string, title: string, url: string): readonly Phrase[] {
  if (shortSha === '') {
    return title === '' ? [] : [phrase`${link(title, url)}`];
  }
  const sha = link(shortSha, url);
  return [title === '' ? phrase`${sha}` : phrase`${sha}: ${title}`];
}
