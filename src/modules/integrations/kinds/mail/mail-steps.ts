import type { Safe } from '../../../../platform/views/html.js';
import { oneLine } from '../one-line.js';
import type { ProjectFacts } from '../payload/project-facts.js';
import type { MailCall, Step } from '../step.js';

export interface Message {
  readonly project: ProjectFacts;
  readonly subject: string;
  readonly text: string;
  readonly html: Safe;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string | undefined;
}

const MOST_OF_SUBJECT = 250;
/** Control characters in commits, logs and diffs: mail programs on a terminal would pass them on to it. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/**
 * Sends the same message to each address in its own step, so that no recipient sees another's address (contract:
 * integrations §10.1).
 */
export function mailSteps(addresses: readonly string[], message: Message): readonly Step[] {
  const { project, subject, text, html, headers = {}, from } = message;
  const mail: Omit<MailCall, 'to'> = {
    ...(from === undefined ? {} : { from }),
    subject: oneLine(subject, MOST_OF_SUBJECT),
    text: text.replace(CONTROLS, ''),
    html: html.toString().replace(CONTROLS, ''),
    headers: {
      ...(from === undefined ? {} : { 'Reply-To': from }),
      'Auto-Submitted': 'auto-generated',
      'X-Service-Project': oneLine(project.path),
      'X-Service-Project-Id': project.id,
      ...headers,
    },
  };
  return addresses.map((to) => ({ key: `mail:${to.toLowerCase()}`, call: { mail: { to, ...mail } } }));
}
