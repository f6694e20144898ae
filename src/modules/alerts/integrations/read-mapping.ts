import { isSeverity } from '../alert-words.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { memberOf } from '../payloads/member-of.js';
import { MAPPED_FIELDS } from '../payloads/payload-mapping.js';
import type { PayloadMapping, PayloadPath } from '../payloads/payload-mapping.js';

const MAX_STEPS = 20;

/** Whether the value is a mapping of known fields, including `{}` (contract: alerts §1.4, §4). */
export const isMapping = (value: unknown): value is PayloadMapping =>
  isJsonObject(value) &&
  Object.entries(value).every(
    ([field, mapping]) => MAPPED_FIELDS.some((known) => known === field) && isFieldMapping(field, mapping),
  );

function isFieldMapping(field: string, mapping: unknown): boolean {
  if (!isJsonObject(mapping) || !isPath(mapping.path)) {
    return false;
  }
  const fallback = memberOf(mapping, 'fallback') ?? null;
  const values = memberOf(mapping, 'values') ?? null;
  return (fallback === null || isPath(memberOf(fallback, 'path'))) && (values === null || areValues(field, values));
}

const isPath = (value: unknown): value is PayloadPath =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_STEPS && value.every(isStep);
const isStep = (step: unknown): boolean => typeof step === 'string' || Number.isInteger(step);

const areValues = (field: string, values: unknown): boolean =>
  field === 'severity' &&
  isJsonObject(values) &&
  Object.values(values).every((word) => typeof word === 'string' && isSeverity(word));
