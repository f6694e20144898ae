/** What a raw parameter turns out to be; `undefined` inside means absent, `null` clears (contract: conventions §3.7). */
export type Coerced<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

export const INVALID: Coerced<never> = { ok: false };
export const coerced = <T>(value: T): Coerced<T> => ({ ok: true, value });

export type Coerce<T> = (raw: unknown) => Coerced<T>;

const INTEGER = /^-?\d{1,19}$/;
const INT64_MAX = 9_223_372_036_854_775_807n;
const TRUE_WORDS = new Set(['true', '1', 't', 'yes', 'y', 'on']);
const FALSE_WORDS = new Set(['false', '0', 'f', 'no', 'n', 'off']);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i;

/** Text; JSON numbers and booleans become text, lists and hashes are invalid. */
export const toText: Coerce<string> = (raw) => {
  if (typeof raw === 'string') {
    return coerced(raw);
  }
  return typeof raw === 'number' || typeof raw === 'boolean' ? coerced(String(raw)) : INVALID;
};

/** A whole number of 64 bits; values a double cannot hold become the nearest double, which no row has as its id. */
export const toInteger: Coerce<number> = (raw) => {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string' || !INTEGER.test(text)) {
    return INVALID;
  }
  const exact = BigInt(text);
  return exact > INT64_MAX || exact < -INT64_MAX - 1n ? INVALID : coerced(Number(text));
};

export const toBoolean: Coerce<boolean> = (raw) => {
  const word = String(raw).toLowerCase();
  if (typeof raw === 'object' || (!TRUE_WORDS.has(word) && !FALSE_WORDS.has(word))) {
    return INVALID;
  }
  return coerced(TRUE_WORDS.has(word));
};

/** A calendar day, `YYYY-MM-DD`; a full time is cut to its UTC day. */
export const toDay: Coerce<string> = (raw) => {
  const time = toTime(raw);
  if (!time.ok || typeof raw !== 'string') {
    return INVALID;
  }
  const day = ISO_DATE.test(raw) ? raw : time.value.toISOString().slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? coerced(day) : INVALID;
};

export const toTime: Coerce<Date> = (raw) => {
  if (typeof raw !== 'string' || !ISO_TIME.test(raw)) {
    return INVALID;
  }
  const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(raw.slice(10)) || raw.length === 10 ? raw : `${raw}Z`;
  const parsed = new Date(zoned.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(parsed.getTime()) ? INVALID : coerced(parsed);
};

/** A list; a single value is taken as one element. */
export const toList =
  <T>(element: Coerce<T>): Coerce<T[]> =>
  (raw) => {
    const members = (Array.isArray(raw) ? raw : [raw]).map(element);
    const values = members.flatMap((member) => (member.ok ? [member.value] : []));
    return values.length === members.length ? coerced(values) : INVALID;
  };

/** A list whose text form is comma-separated: `1,2,3`. */
export const toCommaList =
  <T>(element: Coerce<T>): Coerce<T[]> =>
  (raw) =>
    toList(element)(
      typeof raw === 'string'
        ? raw
            .split(',')
            .map((part) => part.trim())
            .filter((part) => part !== '')
        : raw,
    );
