import { isStorableTime } from '../time/storable-time.js';
import { readBooleanWord } from './boolean-word.js';
import { MAX_VALUES } from './json-shape.js';

/**
 * Result of converting a raw parameter; an `undefined` value means absent, `null` clears (contract: conventions §3.7).
 */
export type Coerced<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

export const INVALID: Coerced<never> = { ok: false };
export const coerced = <T>(value: T): Coerced<T> => ({ ok: true, value });

export type Coerce<T> = (raw: unknown) => Coerced<T>;

const INTEGER = /^-?\d+$/;
const LEADING_ZEROS = /^(-?)0+(?=\d)/;
/** Maximum length of a 64-bit integer, including the sign. */
const MAX_DIGITS = 20;
const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_SIZE = 2 ** 63;
/** In the extended format, `2026-11-21T10:20:30Z`, or the basic one, `20261121T102030Z`. */
const ISO_TIME =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<date>\d{2})(?:[T ](?<hour>\d{2})(?<colon>:?)(?<minute>\d{2})(?:\k<colon>(?<second>\d{2}(?:[.,]\d{1,9})?))?\s?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Text; JSON numbers and booleans are converted, lists and hashes are invalid. */
export const toText: Coerce<string> = (raw) => {
  if (typeof raw === 'string') {
    return coerced(raw);
  }
  return typeof raw === 'number' || typeof raw === 'boolean' ? coerced(String(raw)) : INVALID;
};

/**
 * A 64-bit integer; values that a double cannot represent exactly become the largest one that it can, which no row has
 * as its id.
 */
export const toInteger: Coerce<number> = (raw) => {
  if (typeof raw === 'number') {
    return Number.isInteger(raw) && Math.abs(raw) <= INT64_SIZE ? coerced(safe(raw)) : INVALID;
  }
  if (typeof raw !== 'string' || !INTEGER.test(raw)) {
    return INVALID;
  }
  const digits = raw.replace(LEADING_ZEROS, '$1');
  if (digits.length > MAX_DIGITS) {
    return INVALID;
  }
  const exact = BigInt(digits);
  return exact > INT64_MAX || exact < -INT64_MAX - 1n ? INVALID : coerced(safe(Number(raw)));
};

const safe = (value: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));

/** Like {@link toInteger}, for values that are stored: one that a double cannot hold exactly is invalid. */
export const toExactInteger: Coerce<number> = (raw) => {
  const read = toInteger(raw);
  return read.ok && Number.isSafeInteger(Number(raw)) ? read : INVALID;
};

export const toBoolean: Coerce<boolean> = (raw) => {
  const text = toText(raw);
  const value = text.ok ? readBooleanWord(text.value) : undefined;
  return value === undefined ? INVALID : coerced(value);
};

/** A calendar day, `YYYY-MM-DD`; a full time is reduced to its UTC day. */
export const toDay: Coerce<string> = (raw) => {
  const time = toTime(raw);
  return time.ok ? coerced(time.value.toISOString().slice(0, 10)) : INVALID;
};

/** ISO 8601; UTC when it has no zone. */
export const toTime: Coerce<Date> = (raw) => {
  const parts = typeof raw === 'string' ? ISO_TIME.exec(raw)?.groups : undefined;
  const { year = '', month = '', date = '', hour = '00', minute = '00', second = '00', zone = 'Z' } = parts ?? {};
  const day = `${year}-${month}-${date}`;
  if (!isDay(day)) {
    return INVALID;
  }
  const moment = new Date(`${day}T${hour}:${minute}:${second.replace(',', '.')}${zoneText(zone)}`);
  return isStorableTime(moment.getTime()) ? coerced(moment) : INVALID;
};

/** False for the 30th of February, which the date parser accepts as a day in March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** Converts `+0530` and `+05` to the form that the date parser requires. */
function zoneText(zone: string): string {
  const digits = zone.replace(':', '').slice(1).padEnd(4, '0');
  return zone.toUpperCase() === 'Z' ? 'Z' : `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** A list; a single value is one element, `name[]=` is empty. */
export const toList =
  <T>(element: Coerce<T>): Coerce<T[]> =>
  (raw) => {
    const given: unknown[] = Array.isArray(raw) ? raw : [raw];
    const members = given.filter((member) => member !== '').map(element);
    const values = members.flatMap((member) => (member.ok ? [member.value] : []));
    return values.length === members.length ? coerced(values) : INVALID;
  };

/** A list whose text form is comma-separated: `1,2,3`. Its text is limited like a list (contract: conventions §3.6). */
export const toCommaList =
  <T>(element: Coerce<T>): Coerce<T[]> =>
  (raw) => {
    if (typeof raw !== 'string') {
      return toList(element)(raw);
    }
    const parts = raw.split(',', MAX_VALUES + 1);
    return parts.length > MAX_VALUES ? INVALID : toList(element)(parts.map((part) => part.trim()));
  };
