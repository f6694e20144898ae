import { pino } from 'pino';
import { withUnseenEscaped } from '../../common/text/unseen.js';

const OWN_FIELDS = new Set(['level', 'time', 'area', 'msg', 'error', 'stack']);

/** Formats a JSON line of the log for people: one line, `12:30:05 WARN jobs: message name=value`. */
export function textLine(json: string, { withStack }: { readonly withStack: boolean }): string {
  const event = new Map(Object.entries(parsed(json)));
  const text = (name: string): string => (event.has(name) ? shown(event.get(name)) : '');
  const level = pino.levels.labels[Number(event.get('level'))] ?? '';
  const fields = [...event].filter(([name]) => !OWN_FIELDS.has(name)).map(([name, value]) => `${name}=${shown(value)}`);
  const area = event.has('area') ? `${text('area')}:` : '';
  const words = [
    text('time').slice(11, 19),
    level.toUpperCase().padEnd(5),
    area,
    text('msg'),
    text('error'),
    ...fields,
  ];
  const line = words
    .filter((word) => word !== '')
    .join(' ')
    .replace(/\s+/g, ' ');
  return withUnseenEscaped(withStack && event.has('stack') ? `${line}\n${text('stack')}\n` : `${line}\n`);
}

function parsed(json: string): object {
  const event: unknown = JSON.parse(json);
  return typeof event === 'object' && event !== null ? event : {};
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
