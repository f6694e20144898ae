import { storable } from '../../../common/text/storable.js';
import type { Json } from '../kinds/step.js';
import type { EventPayload } from '../records/event-payload.js';

/** Converts a value to JSON that PostgreSQL can store. */
export function toJson(value: unknown): Json {
  if (typeof value === 'string') {
    return storable(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(toJson);
  }
  return typeof value === 'object' && value !== null ? toPayload(value) : null;
}

/** The members of an object as JSON; those without a value are omitted. */
export const toPayload = (value: object): EventPayload =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, toJson(member)] as const])),
  );

/** A member that is an object; empty if it is not. */
export function objectIn(payload: EventPayload, name: string): EventPayload {
  const value = payload[name];
  return isObject(value) ? value : {};
}

export const isObject = (value: Json | undefined): value is EventPayload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is text; empty if it is not. */
export function textIn(payload: EventPayload, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}
