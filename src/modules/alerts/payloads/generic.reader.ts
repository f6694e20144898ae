import { DEFAULT_SEVERITY, isSeverity } from '../alert-words.js';
import type { Severity } from '../alert-words.js';
import type { AlertReading, FieldSource, ReadingContext } from './alert-reading.js';
import { otherEnvironmentKey } from './environment-name.js';
import { fingerprintOf } from './fingerprint.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { findField } from './payload-field.js';
import type { FoundValue } from './payload-field.js';
import type { MappedField, PayloadMapping } from './payload-mapping.js';
import type { PayloadReader } from './payload-reader.js';
import { MAX_DESCRIPTION, MAX_ENVIRONMENT, MAX_NAME, MAX_TITLE } from './reading-limits.js';
import { cut, hostsIn, isBlank, textOf } from './payload-text.js';
import { endIn, timeIn } from './payload-time.js';

const DEFAULT_TITLE = 'New: Alert';
const ENVIRONMENT = 'service_environment_name';

/** Reads any JSON object (contract: alerts §1.4). */
export const genericReader: PayloadReader = {
  name: 'generic',
  recognises: () => true,
  read: (payload, context) => ({ items: [readGeneric(payload, context)], dropped: 0 }),
};

function readGeneric(payload: JsonObject, { mapping, now }: ReadingContext): AlertReading {
  const text = (field: MappedField, limit: number) => readText(payload, field, { mapping, limit });
  const any = (field: MappedField) => findField(payload, field, { mapping, isUsable: (value) => !isBlank(value) });
  const word = (field: MappedField) => findField(payload, field, { mapping, isUsable: isText });
  const [title, description] = [text('title', MAX_TITLE), text('description', MAX_DESCRIPTION)];
  const [service, tool] = [text('service', MAX_NAME), text('monitoring_tool', MAX_NAME)];
  const [start, end] = [readTime(any('start_time'), timeIn), readTime(any('end_time'), endIn)];
  const hosts = any('hosts');
  const severity = readSeverity(word('severity'), mapping);
  const given = any('fingerprint');
  const environment = readEnvironment(payload, mapping);
  return {
    event: end.value === undefined ? 'firing' : 'recovery',
    title: title.value ?? DEFAULT_TITLE,
    description: description.value ?? null,
    severity: severity.value,
    hosts: hostsIn(hosts.value),
    service: service.value ?? null,
    monitoringTool: tool.value ?? null,
    environment: environment.value ?? null,
    runbook: null,
    startedAt: start.value ?? end.value ?? now,
    endedAt: end.value ?? null,
    fingerprint: fingerprintOf(payload, given.value, mapping),
    payload,
    sources: {
      title: title.source,
      description: description.source,
      severity: severity.source,
      hosts: hosts.source,
      service: service.source,
      monitoring_tool: tool.source,
      environment: environment.source,
      started_at: start.source,
      ended_at: end.source,
      fingerprint: given.source,
    },
  };
}

/** Objects and lists count as blank where a text is expected (contract: alerts §1.4). */
const isText = (value: unknown): boolean => textOf(value) !== undefined;

interface Read<T> {
  readonly value: T;
  readonly source: FieldSource;
}

function readText(
  payload: JsonObject,
  field: MappedField,
  { mapping, limit }: { readonly mapping: PayloadMapping; readonly limit: number },
): Read<string | undefined> {
  const found = findField(payload, field, { mapping, isUsable: isText });
  const text = textOf(found.value);
  return { value: text === undefined ? undefined : cut(text, limit), source: found.source };
}

function readTime({ value, source }: FoundValue, read: typeof timeIn): Read<string | undefined> {
  const time = read(value);
  return time === undefined ? { value: undefined, source: 'default' } : { value: time, source };
}

function readSeverity({ value, source }: FoundValue, mapping: PayloadMapping): Read<Severity> {
  const word = (textOf(value) ?? '').trim().toLowerCase();
  const mapped = Object.entries(mapping.severity?.values ?? {}).find(([text]) => text.trim().toLowerCase() === word);
  const severity = mapped?.[1] ?? word;
  return isSeverity(severity) ? { value: severity, source } : { value: DEFAULT_SEVERITY, source: 'default' };
}

/** Keys of other tools count if the field itself is absent (contract: alerts §1.4). */
function readEnvironment(payload: JsonObject, mapping: PayloadMapping): Read<string | undefined> {
  const own = readText(payload, ENVIRONMENT, { mapping, limit: MAX_ENVIRONMENT });
  const other = Object.hasOwn(payload, ENVIRONMENT) ? undefined : otherEnvironmentKey(payload, ENVIRONMENT);
  if (own.value !== undefined || other === undefined) {
    return own;
  }
  const text = textOf(payload[other]);
  return text === undefined ? own : { value: cut(text, MAX_ENVIRONMENT), source: 'field' };
}
