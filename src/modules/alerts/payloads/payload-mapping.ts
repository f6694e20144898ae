import type { Severity } from '../alert-words.js';

/** Payload fields that can be mapped (contract: alerts §1.4). */
export const MAPPED_FIELDS = [
  'title',
  'description',
  'start_time',
  'end_time',
  'service',
  'monitoring_tool',
  'hosts',
  'severity',
  'fingerprint',
  'service_environment_name',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** Keys and indices that lead to a value in a payload. */
export type PayloadPath = readonly (string | number)[];

const INDEX = /^\d+$/;
/** Returns the list index of a step; forms send indices as text (contract: conventions §3). */
export function indexOf(step: string | number): number | undefined {
  if (typeof step === 'number') {
    return step;
  }
  return INDEX.test(step) ? Number(step) : undefined;
}

export interface FieldMapping {
  readonly path: PayloadPath;
  readonly fallback?: { readonly path: PayloadPath };
  /** Severities by texts in the payload. */
  readonly values?: Readonly<Record<string, Severity>>;
  /** Stored for clients but not used. */
  readonly type?: unknown;
  readonly label?: unknown;
}

/** Where the fields of an alert are in the payloads of an integration (contract: alerts §1.4). */
export type PayloadMapping = Readonly<Partial<Record<MappedField, FieldMapping>>>;
