import { durationText } from '../../payload/duration-text.js';
import { projectOf } from '../../payload/project-facts.js';
import { isTrueAt, numberAt, textAt } from '../../payload/read-payload.js';
import { refUrl } from '../../payload/ref-names.js';
import type { Json } from '../../step.js';
import { actorOf, attachment, messageOf } from '../chat-message.js';
import type { ChatMessage, Color } from '../chat-message.js';
import { link, phrase } from '../phrase.js';

const OUTCOMES: Readonly<Record<string, { readonly words: string; readonly color: Color }>> = {
  success: { words: 'has passed', color: 'good' },
  failed: { words: 'has failed', color: 'danger' },
};

/** The message for a job that ended; undefined for other changes (contract: integrations §6.1). */
export function buildMessage(payload: Json): ChatMessage | undefined {
  const outcome = OUTCOMES[textAt(payload, 'build_status')];
  if (outcome === undefined) {
    return undefined;
  }
  const projectUrl = projectOf(payload).url;
  const url = `${projectUrl}/-/jobs/${textAt(payload, 'build_id')}`;
  const name = link(textAt(payload, 'build_name'), url);
  const kind = isTrueAt(payload, 'tag') ? 'tag' : 'branch';
  const ref = link(textAt(payload, 'ref'), refUrl(projectUrl, textAt(payload, 'ref')));
  const time = durationText(numberAt(payload, 'build_duration') ?? 0);
  const sentence = phrase`Job ${name} of ${kind} ${ref} by ${actorOf(payload)} ${outcome.words} in ${time}`;
  const stage = { title: 'Stage', value: phrase`${textAt(payload, 'build_stage')}` };
  return messageOf(payload, {
    pretext: [],
    attachments: [attachment(outcome.color, [sentence], [stage])],
    link: url,
    time: textAt(payload, 'build_finished_at'),
  });
}
