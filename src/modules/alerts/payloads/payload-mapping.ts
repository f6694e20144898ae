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

/** Keys and indices into a payload. */
export type PayloadPath = readonly (string | number)[];

const INDEX = /^\d+$/;
/** Where a step leads in a list; forms send indices as text (contract: conventions §3). */
export function indexOf(step: string | number): number | undefined {
  if (typeof step === 'number') {
    return step;
  }
  return INDEX.test(step) ? Number(step) : undefined;
}

export interface FieldMapping {
  readonly path: PayloadPath;
  readonly fallback?: { readonly path: PayloadPath };
  /** Texts of the payload to severities. */
  readonly values?: Readonly<Record<string, Severity>>;
  /** Kept for those who set it. */
  readonly type?: unknown;
  readonly label?: unknown;
}

/** Where an integration finds the fields of an alert (contract: alerts §1.4). */
export type PayloadMapping = Readonly<Partial<Record<MappedField, FieldMapping>>>;
