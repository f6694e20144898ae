import { INVALID, toTime } from '../../../common/params/coerce.js';
import { refuseLargeShape } from '../../../common/params/json-shape.js';

/** Many times the depth of any real config. */
const MAX_LEVELS = 100;
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** Returns `created` of an image config; the zero date counts as absent (contract: registry §3.3). */
export function createdIn(bytes: Uint8Array): string | null {
  const created = createdField(bytes);
  const time = typeof created === 'string' && RFC3339.test(created) ? toTime(created) : INVALID;
  return time.ok && time.value.getTime() !== ZERO_DATE ? time.value.toISOString() : null;
}

const ZERO_DATE = Date.parse('0001-01-01T00:00:00Z');

function createdField(bytes: Uint8Array): unknown {
  try {
    refuseLargeShape(bytes, Infinity, MAX_LEVELS);
    const config: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof config === 'object' && config !== null && 'created' in config ? config.created : undefined;
  } catch {
    return undefined;
  }
}
