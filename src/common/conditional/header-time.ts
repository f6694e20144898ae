import { toTime } from '../params/coerce.js';

const WITH_ZONE = /^(?:[a-z]{3,9}, )?\d{1,2}[ -][a-z]{3}[ -](?:\d{2}|\d{4}) \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/i;
const WITHOUT_ZONE = /^[a-z]{3} [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * Returns the time in a header, in milliseconds: an HTTP date in any of its three forms, of which the last one means
 * UTC without saying so (RFC 9110 §5.6.7), a date of e-mail, or ISO 8601. NaN for anything else, where the date parser
 * would guess.
 */
export function headerTime(text: string): number {
  if (WITH_ZONE.test(text)) {
    return Date.parse(text);
  }
  if (WITHOUT_ZONE.test(text)) {
    return Date.parse(`${text} GMT`);
  }
  const time = toTime(text);
  return time.ok ? time.value.getTime() : Number.NaN;
}
