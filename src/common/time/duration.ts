const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** Longer durations are reduced to this: a time so far back fits every date type, and nothing stored is older. */
export const MAX_HUMAN_DURATION = 1000 * YEAR;

// contract: registry §4 Duration
const UNITS: ReadonlyMap<string, number> = new Map([
  ...named(SECOND, 's', 'sec', 'secs', 'second', 'seconds'),
  ...named(MINUTE, 'm', 'min', 'mins', 'minute', 'minutes'),
  ...named(HOUR, 'h', 'hr', 'hrs', 'hour', 'hours'),
  ...named(DAY, 'd', 'day', 'days'),
  ...named(7 * DAY, 'w', 'wk', 'wks', 'week', 'weeks'),
  ...named(30 * DAY, 'mo', 'mos', 'month', 'months'),
  ...named(YEAR, 'y', 'yr', 'yrs', 'year', 'years'),
]);

const CLOCK = /(?<hours>\d+):(?<minutes>[0-5]\d):(?<seconds>[0-5]\d)(?![\d:.a-z])/y;
const AMOUNT = /(?<number>\d+(?:\.\d+)?|\.\d+)(?![\d:.])\s*(?<unit>[a-z]+)?/y;
const UNIT_ALONE = /(?<unit>[a-z]+)/y;
const BETWEEN = /\s*,?\s*(?:and(?![a-z])\s*)?/y;

/** Value of one element of the list; `bare` is a number without a unit. */
interface Element {
  readonly millis: number;
  readonly end: number;
  readonly bare: boolean;
}

/**
 * Parses a text such as `2 weeks and 3 days`, `2h30m`, `1:30:00` or `90` into milliseconds (whole, at least 1); null
 * when it is not a positive duration. A bare number means seconds and must be last, so that `1,000 s` is refused
 * instead of misread (contract: registry §4).
 */
export function parseHumanDuration(text: string): number | null {
  const list = text.trim().toLowerCase();
  let total = 0;
  let element = elementAt(list, 0);
  while (element && element.end < list.length) {
    total += element.millis;
    element = element.bare ? null : elementAt(list, afterSeparator(list, element.end));
  }
  return element && positive(total + element.millis);
}

function positive(millis: number): number | null {
  return millis > 0 ? Math.min(Math.max(1, Math.round(millis)), MAX_HUMAN_DURATION) : null;
}

function elementAt(list: string, position: number): Element | null {
  return clockAt(list, position) ?? amountAt(list, position) ?? unitAloneAt(list, position);
}

function clockAt(list: string, position: number): Element | null {
  const found = matchAt(CLOCK, list, position);
  if (!found) {
    return null;
  }
  const { hours, minutes, seconds } = found.groups;
  const millis = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
  return { millis, end: found.end, bare: false };
}

function amountAt(list: string, position: number): Element | null {
  const found = matchAt(AMOUNT, list, position);
  if (!found) {
    return null;
  }
  const { number, unit } = found.groups;
  if (unit === undefined) {
    return { millis: Number(number) * SECOND, end: found.end, bare: true };
  }
  const worth = UNITS.get(unit);
  return worth === undefined ? null : { millis: Number(number) * worth, end: found.end, bare: false };
}

function unitAloneAt(list: string, position: number): Element | null {
  const found = matchAt(UNIT_ALONE, list, position);
  const worth = UNITS.get(found?.groups.unit ?? '');
  return found && worth !== undefined ? { millis: worth, end: found.end, bare: false } : null;
}

function afterSeparator(list: string, position: number): number {
  return matchAt(BETWEEN, list, position)?.end ?? position;
}

function matchAt(pattern: RegExp, list: string, position: number) {
  pattern.lastIndex = position;
  const match = pattern.exec(list);
  return match && { groups: match.groups ?? {}, end: position + match[0].length };
}

function named(millis: number, ...names: readonly string[]): (readonly [string, number])[] {
  return names.map((name) => [name, millis] as const);
}
