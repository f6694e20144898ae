import { isStorableTime } from '../../../common/time/storable-time.js';

const ISO =
  /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})(?:[T ](?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d{1,12}))?)?)?\s?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const MAIL =
  /^(?:[a-z]{3},?\s+)?(?<day>\d{1,2})\s+(?<month>[a-z]{3})\s+(?<year>\d{4})\s+(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\s+(?<zone>[+-]\d{4}|[a-z]{1,3}))?(?:\s*\([^)]*\))?$/i;
const NUMBER = /^-?\d{1,20}(?:\.\d+)?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Offsets in hours of the named zones in e-mail dates (RFC 2822 §4.3). */
const ZONES: Readonly<Record<string, number>> = {
  ...{ ut: 0, utc: 0, gmt: 0, z: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
};
const LONGEST_TEXT = 100;
const LAST_OF_SECONDS = 1e11;

type Parts = Readonly<Record<string, string | undefined>>;
const TIME_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/**
 * Returns a moment as ISO text in UTC. Accepts ISO 8601, RFC 2822, and Unix seconds or milliseconds; returns undefined
 * for anything else (contract: alerts §1.4).
 */
export function timeIn(value: unknown): string | undefined {
  const moment = typeof value === 'number' ? unixTime(value) : typeof value === 'string' ? timeOfText(value) : NaN;
  return isStorableTime(moment) ? new Date(moment).toISOString() : undefined;
}

/** The zero time of some languages, which means no time. */
export const ZERO_TIME = '0001-01-01T00:00:00.000Z';

/** Like {@link timeIn}, but returns undefined for the zero time. */
export function endIn(value: unknown): string | undefined {
  const time = timeIn(value);
  return time === ZERO_TIME ? undefined : time;
}

const unixTime = (value: number): number => Math.trunc(Math.abs(value) > LAST_OF_SECONDS ? value : value * 1000);

function timeOfText(text: string): number {
  const trimmed = text.length > LONGEST_TEXT ? '' : text.trim();
  if (NUMBER.test(trimmed)) {
    return unixTime(Number(trimmed));
  }
  const iso = ISO.exec(trimmed)?.groups;
  return iso ? timeOfParts(iso, isoMinutes(iso.zone)) : timeOfMail(MAIL.exec(trimmed)?.groups);
}

function timeOfMail(parts: Parts | undefined): number {
  if (!parts) {
    return NaN;
  }
  const month = MONTHS.indexOf((parts.month ?? '').toLowerCase()) + 1;
  return timeOfParts({ ...parts, month: String(month) }, mailMinutes(parts.zone));
}

/**
 * Returns NaN for impossible parts such as 30 February or hour 25. Hour 24 is the end of a day, second 60 a leap second
 * (ISO 8601).
 */
function timeOfParts(parts: Parts, zoneMinutes: number): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = TIME_PARTS.map((name) =>
    Number(parts[name] ?? 0),
  );
  const millis = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const isHour = hour < 24 || (hour === 24 && minute + second + millis === 0);
  date.setUTCHours(hour, minute, second, millis);
  return isDay && isHour && minute < 60 && second <= 60 ? date.getTime() - zoneMinutes * 60_000 : NaN;
}

/** Returns the offset in minutes, UTC by default; NaN for an impossible offset. */
function isoMinutes(zone = 'Z'): number {
  if (zone.toUpperCase() === 'Z') {
    return 0;
  }
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  const offset = hours < 24 && minutes < 60 ? hours * 60 + minutes : NaN;
  return zone.startsWith('-') ? -offset : offset;
}

const mailMinutes = (zone = 'Z'): number =>
  /^[+-]/.test(zone) ? isoMinutes(zone) : (ZONES[zone.toLowerCase()] ?? 0) * 60;
