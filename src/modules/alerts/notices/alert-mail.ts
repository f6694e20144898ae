import type { Alert } from '../records/alert.js';

/** Replaces line breaks, which would begin another header or another line (contract: alerts §6). */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export interface AlertMailFacts {
  readonly alert: Alert;
  readonly projectPath: string;
  readonly url: string;
}

/** Subject and text of an e-mail about an alert. */
export function alertMail({ alert, projectPath, url }: AlertMailFacts): { subject: string; text: string } {
  const act = alert.status === 'resolved' ? 'Resolved' : 'Alert';
  const facts: readonly (readonly [string, string | null])[] = [
    ['Severity', alert.severity],
    ['Status', alert.status],
    ['Started', alert.startedAt],
    ['Ended', alert.endedAt],
    ['Service', alert.service],
    ['Environment', alert.environment],
    ['Hosts', alert.hosts.join(', ') || null],
    ['Description', alert.description],
  ];
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${oneLine(value)}`]));
  return {
    subject: oneLine(`[${projectPath}] ${act}: ${alert.title}`),
    text: [`${oneLine(alert.title)} (${projectPath})`, '', ...lines, '', url, ''].join('\n'),
  };
}
