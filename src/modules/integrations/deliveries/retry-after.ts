import { headerTime } from '../../../common/conditional/header-time.js';
import { DAY_SECONDS } from '../../../common/time/units.js';
import type { Json } from '../kinds/step.js';
import { isObject } from '../planning/json.js';

const MAX_SECONDS = DAY_SECONDS;
const STATUSES = [429, 503];

/**
 * Returns the seconds that the receiver asks to wait, one day at most; 0 if it does not ask (contract: integrations
 * §8.2).
 */
export function secondsToWait(
  {
    status,
    headers,
    json,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly json: Json },
  member: string | undefined,
  now: number,
): number {
  if (!STATUSES.includes(status)) {
    return 0;
  }
  const said = member !== undefined && isObject(json) ? Number(json[member]) : Number.NaN;
  const asked = Math.max(Number.isFinite(said) ? said : 0, ofHeader(headers['retry-after'] ?? '', now));
  return Math.min(Math.max(asked, 0), MAX_SECONDS);
}

function ofHeader(text: string, now: number): number {
  if (/^\d+$/.test(text.trim())) {
    return Number(text);
  }
  const until = headerTime(text.trim());
  return Number.isNaN(until) ? 0 : (until - now) / 1000;
}
