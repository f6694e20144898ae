import { isJsonObject } from '../../../common/params/json-object.js';

const CUT_MARK = '...';
/** Contract: alerts §1.4. */
const MAX_HOSTS = 255;

/** Whether the value is absent, null, white space, `[]` or `{}` (contract: alerts §1.4). */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  if (typeof value === 'string') {
    return value.trim() === '';
  }
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

/** The text of a scalar; undefined for blanks, lists and objects. */
export function textOf(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText && !isBlank(value) ? String(value) : undefined;
}

/** Cuts text to `limit` code points; text that was cut ends in dots. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const points = Array.from(text.slice(0, 2 * limit + 2)); // a character is one or two units
  return points.length <= limit ? text : points.slice(0, limit - CUT_MARK.length).join('') + CUT_MARK;
}

/** Yields every element of a list and of its nested lists, one after the other. */
export function* flattened(value: unknown): Iterable<unknown> {
  if (!Array.isArray(value)) {
    yield value;
    return;
  }
  const members: unknown[] = value;
  for (const member of members) {
    yield* flattened(member);
  }
}

/** Returns as many hosts as fit into the limit together; the first is cut if it is too long (contract: alerts §1.4). */
export function hostsIn(value: unknown): string[] {
  const hosts: string[] = [];
  let length = 0;
  for (const element of flattened(value)) {
    const text = textOf(element);
    if (text === undefined) {
      continue;
    }
    const host = hosts.length === 0 ? cut(text, MAX_HOSTS) : text;
    length += Array.from(host.slice(0, 2 * MAX_HOSTS + 2)).length;
    if (length > MAX_HOSTS) {
      break;
    }
    hosts.push(host);
  }
  return hosts;
}
