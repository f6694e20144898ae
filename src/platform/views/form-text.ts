import { toText } from '../../common/params/coerce.js';
import type { RawParams } from '../../common/params/form-encoding.js';

/** A field of a form as text, as it was sent; empty when it is no text. */
export function textIn(fields: RawParams, name: string): string {
  const text = toText(fields[name]);
  return text.ok ? text.value : '';
}

/** The fields that were sent as `name[field]`. */
export function fieldsIn(fields: RawParams, name: string): RawParams {
  const held = fields[name];
  return typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : {};
}

/** What was sent as `name[]`, or as `name` alone. */
export function textsIn(fields: RawParams, name: string): string[] {
  const held = fields[name];
  const all: readonly unknown[] = Array.isArray(held) ? held : [held];
  return all.map((value) => textIn({ value }, 'value')).filter((text) => text !== '');
}
