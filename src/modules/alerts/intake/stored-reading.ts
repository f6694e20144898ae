import type { AlertReading } from '../payloads/alert-reading.js';

/** With its payload as it is stored: written once, however often it is tried. */
export interface StoredReading extends AlertReading {
  readonly payloadText: string;
}

export const storedReading = (reading: AlertReading): StoredReading => ({
  ...reading,
  payloadText: JSON.stringify(reading.payload),
});
