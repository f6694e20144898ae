import { toBoolean, toInteger } from '../../../common/params/coerce.js';
import type { Json } from '../kinds/step.js';
import { isObject } from '../planning/json.js';
import type { EventPayload } from '../records/event-payload.js';

interface Typed {
  readonly booleans?: readonly string[];
  readonly numbers?: readonly string[];
}

/** Members that are not text (contract: integrations §4.2): those of the event itself, and those inside its members. */
const OF_EVENTS: Typed = {
  booleans: ['ref_protected', 'tag', 'build_allow_failure'],
  numbers: ['build_id', 'build_duration', 'build_queued_duration', 'pipeline_id', 'deployment_id', 'deployable_id'],
};
const OF_MEMBERS: Readonly<Record<string, Typed>> = {
  object_attributes: {
    booleans: ['confidential', 'internal', 'tag', 'draft'],
    numbers: ['id', 'iid', 'author_id', 'duration', 'queued_duration', 'events'],
  },
  issue: { booleans: ['confidential'], numbers: ['id', 'iid'] },
  merge_request: { booleans: ['draft'], numbers: ['id', 'iid'] },
  snippet: { numbers: ['id'] },
  builds: { booleans: ['allow_failure', 'manual'], numbers: ['id', 'duration', 'queued_duration'] },
};
const DECIMAL = /^\d{1,15}\.\d{1,9}$/;

/** Returns the event with real booleans and numbers: forms send them as text (contract: conventions §3). */
export function withTypes(payload: EventPayload): EventPayload {
  const members = Object.keys(OF_MEMBERS).flatMap((name) => {
    const value = payload[name];
    return value === undefined ? [] : [[name, membersOf(value, OF_MEMBERS[name] ?? {})] as const];
  });
  return { ...typed(payload, OF_EVENTS), ...Object.fromEntries(members) };
}

function membersOf(value: Json, types: Typed): Json {
  if (Array.isArray(value)) {
    return value.map((one: Json) => (isObject(one) ? typed(one, types) : one));
  }
  return isObject(value) ? typed(value, types) : value;
}

function typed(members: EventPayload, { booleans = [], numbers = [] }: Typed): EventPayload {
  const read = (names: readonly string[], as: (value: Json) => Json | undefined) =>
    names.flatMap((name) => {
      const value = as(members[name] ?? null);
      return value === undefined ? [] : [[name, value] as const];
    });
  return { ...members, ...Object.fromEntries([...read(booleans, asBoolean), ...read(numbers, asNumber)]) };
}

function asBoolean(value: Json): Json | undefined {
  const read = toBoolean(value);
  return read.ok ? read.value : undefined;
}

function asNumber(value: Json): Json | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const read = toInteger(value);
  const decimal = DECIMAL.test(value) ? Number(value) : undefined;
  return read.ok ? read.value : decimal;
}
