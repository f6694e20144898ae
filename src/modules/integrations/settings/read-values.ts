import { IS_BLANK, IS_INVALID, NOT_A_VALUE, tooLong } from '../../../common/errors/catalogue.js';
import { isLonger } from '../../../common/text/is-longer.js';
import { toBoolean, toInteger, toText } from '../../../common/params/coerce.js';
import type { Param, SettingValue } from '../kinds/param.js';

/** A value in its stored form, null for the default; or the error of the sent value. */
export type ReadValue = { readonly value: SettingValue | null } | { readonly error: string };

const MAX_TEXT = 255;
const MAX_SECRET = 2048;
const MAX_MULTI = 65_535;
const CONTROL = /\p{Cc}/u;
const PORTS = { least: 1, greatest: 65_535 };

/** Reads the sent value of a parameter (contract: integrations §3.2). */
export function readValue(param: Param, raw: unknown): ReadValue {
  if (raw === null || (typeof raw === 'string' && raw.trim() === '')) {
    return param.required ? { error: IS_BLANK } : { value: null };
  }
  switch (param.type) {
    case 'bool':
      return boolValue(raw);
    case 'int':
      return portValue(raw);
    default:
      return textValue(param, raw);
  }
}

function boolValue(raw: unknown): ReadValue {
  const read = toBoolean(raw);
  return read.ok ? { value: read.value } : { error: IS_INVALID };
}

function portValue(raw: unknown): ReadValue {
  const read = toInteger(raw);
  return read.ok && read.value >= PORTS.least && read.value <= PORTS.greatest
    ? { value: read.value }
    : { error: IS_INVALID };
}

function textValue(param: Param, raw: unknown): ReadValue {
  const read = toText(raw);
  if (!read.ok) {
    return { error: IS_INVALID };
  }
  const text = read.value.trim();
  const error = formOf(param, text) ?? param.check?.(text);
  return error === undefined ? { value: text } : { error };
}

function formOf(param: Param, text: string): string | undefined {
  const line = param.type === 'multi' ? text.replace(/[\r\n\t]/g, '') : text;
  if (CONTROL.test(line)) {
    return IS_INVALID;
  }
  const max = maxOf(param);
  if (isLonger(text, max)) {
    return tooLong(max);
  }
  if (param.type === 'word') {
    return param.values.includes(text) ? undefined : NOT_A_VALUE;
  }
  return param.type === 'url' || param.type === 'link' ? addressForm(text) : undefined;
}

function maxOf({ type, secret }: Param): number {
  if (type === 'multi') {
    return MAX_MULTI;
  }
  return secret || type === 'url' || type === 'link' ? MAX_SECRET : MAX_TEXT;
}

function addressForm(text: string): string | undefined {
  if (!URL.canParse(text)) {
    return 'must be a valid URL';
  }
  return ['http:', 'https:'].includes(new URL(text).protocol) ? undefined : 'must be an http or https URL';
}
