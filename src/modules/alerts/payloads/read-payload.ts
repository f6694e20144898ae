import { unprocessable } from '../../../common/errors/catalogue.js';
import type { AlertIntegrationType } from '../alert-words.js';
import { PAYLOAD_READERS } from './index.js';
import { parsePayload } from './parse-payload.js';
import type { PayloadMapping } from './payload-mapping.js';
import { storedReading } from './stored-reading.js';
import type { StoredPayloadReading } from './stored-reading.js';

/** One body, with the settings of its integration for reading it. */
export interface PayloadTask {
  readonly bytes: Uint8Array;
  readonly type: AlertIntegrationType;
  readonly mapping: PayloadMapping;
  /** Time of receipt. */
  readonly now: string;
}

/**
 * Reads a body. Throws 400, and 422 for other payloads than notifications if the integration accepts only these
 * (contract: alerts §1.3).
 */
export function readPayload({ bytes, type, mapping, now }: PayloadTask): StoredPayloadReading {
  const payload = parsePayload(bytes);
  const reader = PAYLOAD_READERS.find((one) => one.recognises(payload));
  if (!reader || (type === 'prometheus' && reader.name !== 'alertmanager')) {
    throw unprocessable('The payload is not an Alertmanager notification');
  }
  const { items, dropped } = reader.read(payload, { mapping, now });
  return { items: items.map((item) => (item.event === 'skipped' ? item : storedReading(item))), dropped };
}
