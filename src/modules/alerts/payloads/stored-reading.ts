import type { AlertReading, SkippedItem } from './alert-reading.js';

/** A reading with its payload as JSON text, which is serialised only once, however often storing is tried. */
export interface StoredReading extends Omit<AlertReading, 'payload'> {
  readonly payloadText: string;
}

export interface StoredPayloadReading {
  readonly items: readonly (StoredReading | SkippedItem)[];
  /** Number of items above the limit. */
  readonly dropped: number;
}

/** Converts the payload of a reading to the text that is stored. */
export function storedReading({ payload, ...reading }: AlertReading): StoredReading {
  return { ...reading, payloadText: JSON.stringify(payload) };
}
