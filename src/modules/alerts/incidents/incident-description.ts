import type { Alert } from '../records/alert.js';

/** Every ASCII punctuation mark: after a backslash, none of them has a meaning in Markdown (contract: alerts §6). */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

const escaped = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(PUNCTUATION, '\\$&');

/** Describes the fields of an alert in Markdown; text from senders is escaped (contract: alerts §3). */
export function incidentDescription(alert: Alert): string {
  const own = [`**Start time:** ${alert.startedAt}`, `**Severity:** ${alert.severity}`];
  const sent: readonly (readonly [string, string | null])[] = [
    ['Service', alert.service],
    ['Monitoring tool', alert.monitoringTool],
    ['Environment', alert.environment],
    ['Hosts', alert.hosts.join(', ') || null],
    ['Runbook', alert.runbook],
    ['Description', alert.description],
  ];
  const told = sent.flatMap(([name, value]) => (value === null ? [] : [`**${name}:** ${escaped(value)}`]));
  return [...own, ...told].join('  \n');
}
