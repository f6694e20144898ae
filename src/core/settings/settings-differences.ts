import type { Settings } from './settings.js';

const SECRET = '[secret]';

export interface SettingDifference {
  /** Name of the field on the wire. */
  readonly change: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Returns which settings differ and how; sealed values are named but never shown (contract: conventions §17, §18). */
export function differences(before: Settings, after: Settings): SettingDifference[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries<unknown>({ ...after })
    .filter(([field, value]) => comparable(value) !== comparable(old.get(field)))
    .map(([field, value]) => ({ change: wireName(field), from: shown(old.get(field)), to: shown(value) }));
}

const comparable = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : JSON.stringify(value));
const shown = (value: unknown): unknown => (Buffer.isBuffer(value) ? SECRET : value);
const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
