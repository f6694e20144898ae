import { toText } from '../../common/params/coerce.js';
import type { RawParams } from '../../common/params/form-encoding.js';

/** Returns a field of a form as text; empty when it is not text. */
export function textIn(fields: RawParams, name: string): string {
  const text = toText(fields[name]);
  return text.ok ? text.value : '';
}

/** Returns the fields sent as `name[field]`. */
export function fieldsIn(fields: RawParams, name: string): RawParams {
  const held = fields[name];
  return typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : {};
}

/** Returns the values sent as `name[]`, or as `name`. */
export function textsIn(fields: RawParams, name: string): string[] {
  const held = fields[name];
  const all: readonly unknown[] = Array.isArray(held) ? held : [held];
  return all.map((value) => textIn({ value }, 'value')).filter((text) => text !== '');
}
