import type { AlertReading, SkippedItem } from './alert-reading.js';

/** With its payload as it is stored: JSON text, written once, however often it is tried. */
export interface StoredReading extends Omit<AlertReading, 'payload'> {
  readonly payloadText: string;
}

export interface StoredPayloadReading {
  readonly items: readonly (StoredReading | SkippedItem)[];
  /** Items beyond the limit. */
  readonly dropped: number;
}

/** A reading with its payload as the text that is stored. */
export function storedReading({ payload, ...reading }: AlertReading): StoredReading {
  return { ...reading, payloadText: JSON.stringify(payload) };
}
