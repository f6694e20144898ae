import { textAt } from '../../payload/read-payload.js';
import type { Json } from '../../step.js';
import { attachment, messageOf, projectLink } from '../chat-message.js';
import type { ChatMessage, Field } from '../chat-message.js';
import { link, phrase } from '../phrase.js';

/** The message of an alert (contract: integrations §6.1). */
export function alertMessage(payload: Json): ChatMessage {
  const read = (name: string): string => textAt(payload, 'object_attributes', name);
  const isResolved = read('status') === 'resolved';
  const happened = isResolved ? 'resolved' : 'triggered';
  const field = (title: string, name: string): Field => ({ title, value: phrase`${read(name)}` });
  const fields = [
    field('Severity', 'severity'),
    field('Events', 'events'),
    field('Status', 'status'),
    field('Start time', 'started_at'),
  ];
  return messageOf(payload, {
    pretext: phrase`Alert ${happened} in ${projectLink(payload)}: ${link(read('title'), read('url'))}`,
    attachments: [attachment(isResolved ? 'good' : 'danger', [], fields)],
    link: read('url'),
    time: (isResolved && read('ended_at')) || read('started_at'),
  });
}
